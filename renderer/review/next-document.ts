import { api } from '../api.ts';

/** The document to look at after this one: the newest that still needs a person, else null. */
export async function nextToCheck(id: string): Promise<string | null> {
  const { rows } = await api.rows({ state: 'to_check' }, 0, AbortSignal.timeout(5_000));
  return rows.find((row) => row.id !== id)?.id ?? null;
}
