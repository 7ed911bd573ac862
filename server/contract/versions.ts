/**
 * The versions of the contract that are served (interface.md 9). A version is a date. Inside, the program knows only
 * the newest; an older one is a pair of translations, applied at the door, from and to the version that came after it.
 */
export interface ContractVersion {
  version: string;
  /** Turns a submission's fields as this version has them into those of the next newer version. */
  submission?: (fields: Record<string, unknown>) => Record<string, unknown>;
  /** Turns an answer of the next newer version into this one's. */
  answer?: (kind: AnswerKind, body: Record<string, unknown>) => Record<string, unknown>;
}

export type AnswerKind = 'whoami' | 'document' | 'list' | 'deleted' | 'event' | 'usage' | 'error' | 'validation_error';

/** The version that new keys are bound to and that extractions are built to. */
export const currentVersion = '2026-10-19';

/** Oldest first; the last one is `currentVersion`. */
export const servedVersions: readonly ContractVersion[] = [{ version: currentVersion }];

/** A submission's fields, sent in `version`, as the newest version has them. */
export function submissionFrom(
  versions: readonly ContractVersion[],
  version: string,
  fields: Record<string, unknown>,
): Record<string, unknown> {
  return since(versions, version).reduce((newer, step) => step.submission?.(newer) ?? newer, fields);
}

/** An answer of the newest version as `version` has it. A list's documents are translated one by one. */
export function answerIn(
  versions: readonly ContractVersion[],
  version: string,
  kind: AnswerKind,
  body: Record<string, unknown>,
): Record<string, unknown> {
  const steps = since(versions, version).reverse();
  const translate = (as: AnswerKind, newest: Record<string, unknown>): Record<string, unknown> =>
    steps.reduce((older, step) => step.answer?.(as, older) ?? older, newest);
  if (kind !== 'list' || steps.length === 0) return translate(kind, body);
  const rows = body.data as Record<string, unknown>[];
  return translate('list', { ...body, data: rows.map((row) => translate('document', row)) });
}

function since(versions: readonly ContractVersion[], version: string): ContractVersion[] {
  return versions.slice(versions.findIndex((served) => served.version === version));
}
