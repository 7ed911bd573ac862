import { api } from '../api.ts';

/** The server forgets what it has opened to be searched; asking in time has it ready again. */
const CHOICES_STALE_MS = 4 * 60 * 1000;

/** What the documents of a company, or of all, can be narrowed down to. */
export const choicesQuery = (company: string | undefined) => ({
  queryKey: ['choices', company] as const,
  queryFn: () => api.choices(company),
  staleTime: CHOICES_STALE_MS,
});
