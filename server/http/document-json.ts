import type { DocumentJson } from '../contract/document.ts';
import { aboutOf } from '../store/document-keys.ts';
import { type DocumentRow, extractionBytes, extractionOf } from '../store/documents.ts';
import type { Vault } from '../store/vault.ts';

/**
 * A document as the API gives it. Only here is the extraction's invoice called `document`.
 * @param withResult false leaves out the extraction, which a zero-retention document gives away only once
 */
export function documentJson(vault: Vault, row: DocumentRow, withResult: boolean): DocumentJson {
  const extraction = withResult ? extractionOf(vault, row) : null;
  return {
    ...withoutExtraction(vault, row),
    document: extraction?.invoice ?? null,
    fields: extraction?.fields ?? null,
    warnings: extraction?.warnings ?? null,
    ...(extraction?.signature && { signature: extraction.signature }),
    ...(extraction?.splits && { splits: extraction.splits }),
  };
}

/**
 * The same as bytes. An extraction is kept as JSON and given out as JSON: to parse it and to write it again would be most
 * of the work of a GET.
 */
export function documentBytes(vault: Vault, row: DocumentRow, withResult: boolean): Buffer {
  const kept = withResult ? extractionBytes(vault, row) : null;
  if (!kept?.subarray(0, invoiceFirst.byteLength).equals(invoiceFirst)) {
    return Buffer.from(JSON.stringify(documentJson(vault, row, withResult)));
  }
  const before = JSON.stringify(withoutExtraction(vault, row)).slice(0, -1);
  return Buffer.concat([Buffer.from(`${before},"document":`), kept.subarray(invoiceFirst.byteLength)]);
}

/** How a kept extraction begins; all that follows has the same names outside. */
const invoiceFirst = Buffer.from('{"invoice":');

function withoutExtraction(vault: Vault, row: DocumentRow): Omit<DocumentJson, 'document' | 'fields' | 'warnings'> {
  const { externalId, metadata, filename } = aboutOf(vault, row);
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
  };
}
