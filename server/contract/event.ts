import { z } from 'zod';
import { documentErrorCodes } from './document.ts';

/** `document.reviewed` is one of the types that a client must ignore when it does not know it (decisions.md). */
export const eventTypes = ['document.succeeded', 'document.failed', 'document.reviewed'] as const;

/** The payload of a webhook (interface.md 2.10): it names the document and carries nothing of the extraction. */
export const eventSchema = z.object({
  type: z.enum(eventTypes),
  created_at: z.string().describe('UTC, ISO 8601 with milliseconds and Z'),
  data: z.object({
    id: z.string(),
    object: z.literal('document'),
    external_id: z.string().nullable(),
    status: z.enum(['succeeded', 'failed']),
    url: z.string().describe("Path to GET the document with the client's key"),
    error: z
      .object({ code: z.enum(documentErrorCodes).nullable() })
      .nullable()
      .describe('On document.failed only; the message is on the document'),
  }),
});

export type EventType = (typeof eventTypes)[number];
type EventJson = z.infer<typeof eventSchema>;

/**
 * What a person sends to try a receiver out. Its type is none that means anything, and a client ignores types that it does
 * not know (interface.md 2.10).
 */
export function testEventBody(createdAt: string): string {
  const id = `doc_${'0'.repeat(26)}`;
  const data = {
    id,
    object: 'document',
    external_id: null,
    status: 'succeeded',
    url: `/v1/documents/${id}`,
    error: null,
  };
  return JSON.stringify({ type: 'webhook.test', created_at: createdAt, data });
}

/**
 * The text that is signed and sent. It is made once, when the event happens, and stored as it is: a retry next day, or
 * one sent by a newer version of this program, sends the same bytes.
 * @param event.errorCode the failed document's code; null for every other type
 * @param event.createdAt timestamp as the API writes it
 */
export function eventBody(event: {
  type: EventType;
  documentId: string;
  externalId: string | null;
  errorCode: (typeof documentErrorCodes)[number] | null;
  createdAt: string;
}): string {
  const failed = event.type === 'document.failed';
  const payload: EventJson = {
    type: event.type,
    created_at: event.createdAt,
    data: {
      id: event.documentId,
      object: 'document',
      external_id: event.externalId,
      status: failed ? 'failed' : 'succeeded',
      url: `/v1/documents/${event.documentId}`,
      error: failed ? { code: event.errorCode } : null,
    },
  };
  return JSON.stringify(payload);
}
