import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';
import type { DocumentJson } from '../../contract/document.ts';
import type { Extraction } from '../../contract/invoice.ts';
import { openApi } from '../../contract/openapi/openapi.ts';
import { currentVersion } from '../../contract/versions.ts';
import { resource } from '../../resources.ts';

/** GET /v1/openapi.json: the contract itself (decisions.md "Added beside the contract"). */
export function openapi(): RequestHandler {
  const text = JSON.stringify(openApi(example()));
  return (_req, res) => {
    res.type('application/json').send(text);
  };
}

/** What a sandbox key gets for its first document. */
function example(): DocumentJson {
  const { invoice, fields, warnings } = JSON.parse(
    readFileSync(resource('sandbox-invoice.json'), 'utf8'),
  ) as Extraction;
  return {
    id: 'doc_01m7yr5xe5933krhmv9k7pt3vj',
    object: 'document',
    status: 'succeeded',
    mode: 'test',
    external_id: 'PO-1187',
    metadata: { branch: 'Cluj' },
    filename: 'invoice.pdf',
    mime_type: 'application/pdf',
    pages: 1,
    created_at: '2026-11-21T09:49:40.677Z',
    finished_at: '2026-11-21T09:49:40.684Z',
    error: null,
    schema_version: currentVersion,
    retention: 'standard',
    result_deleted_at: null,
    reviewed_at: null,
    document: invoice,
    fields,
    warnings,
  };
}
