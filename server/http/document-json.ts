import type { DocumentJson } from '../contract/document.ts';
import { aboutOf } from '../store/document-keys.ts';
import { type DocumentRow, extractionOf } from '../store/documents.ts';
import type { Vault } from '../store/vault.ts';

/**
 * A document as the API gives it. Only here is the extraction's invoice called `document`.
 * @param withResult false leaves out the extraction, which a zero-retention document gives away only once
 */
export function documentJson(vault: Vault, row: DocumentRow, withResult: boolean): DocumentJson {
  const { externalId, metadata, filename } = aboutOf(vault, row);
  const extraction = withResult ? extractionOf(vault, row) : null;
  return {
    id: row.id,
    object: 'document',
    status: row.status,
    mode: row.mode,
    external_id: externalId,
    metadata,
    filename,
    mime_type: row.mime_type,
    pages: row.pages,
    created_at: row.created_at,
    finished_at: row.finished_at,
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message },
    schema_version: row.schema_version,
    retention: row.retention,
    result_deleted_at: row.result_deleted_at,
    reviewed_at: row.reviewed_at,
    document: extraction?.invoice ?? null,
    fields: extraction?.fields ?? null,
    warnings: extraction?.warnings ?? null,
  };
}
