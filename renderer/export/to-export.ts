import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { DocumentRows, WindowSettings } from '../../server/contract/window.ts';
import type { ExportTarget } from '../../server/contract/window-exports.ts';
import { api } from '../api.ts';
import { useInboxView } from '../inbox/inbox-view.ts';
import { pathLabel } from '../review/field-label.ts';

/** Everything that invoices can go to. */
export function useTargets(): ExportTarget[] | undefined {
  const { data } = useQuery({
    queryKey: ['export targets'],
    queryFn: () => api.exportTargets(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

/** The program of accounts that is exported to: the one of last time unless another was chosen. */
export function useProgram(): string | undefined {
  const { query } = useInboxView();
  const targets = useTargets();
  const { data: settings } = useQuery<WindowSettings>({ queryKey: ['settings'], queryFn: () => api.settings() });
  const first = targets?.find(({ perCompany }) => perCompany)?.name;
  return query.toExport ?? (settings && (settings.exportTarget ?? settings.exportFolder?.target ?? first));
}

/** The same with what waits for it. */
export function useToExport(): { program: string | undefined; waiting: number | undefined } {
  const { query } = useInboxView();
  const program = useProgram();
  const { state: _state, ...others } = query;
  const asked = { ...others, toExport: program };
  const { data } = useQuery({
    queryKey: ['ids', asked],
    queryFn: () => api.ids(asked),
    enabled: program !== undefined,
    placeholderData: keepPreviousData,
  });
  return { program, waiting: data?.ids.length };
}

/** Why a row of what is to be exported is still there: what keeps it from the file, or what changed since it was in one. */
export function whyWaiting(t: TFunction, { changed, leftOut }: DocumentRows, id: string): string | undefined {
  if (!changed) return undefined;
  const reasons = (leftOut?.[id] ?? []).map(
    ({ code, path }) => t(`exportProblem.${code}`) + (path === null ? '' : ` (${pathLabel(t, path)})`),
  );
  const fields = (changed[id] ?? []).map((path) => pathLabel(t, path));
  if (fields.length > 0) reasons.unshift(t('toExport.changed', { fields: fields.join(', ') }));
  return reasons.join(' · ');
}
