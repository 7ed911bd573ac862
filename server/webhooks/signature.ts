import { createHmac } from 'node:crypto';

/**
 * Value of the `Service-Signature` header (interface.md 6.3): `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`.
 * @param secret the whole signing secret, `whsec_` included; its UTF-8 text is the key
 * @param milliseconds the moment of this attempt; every attempt signs anew
 * @param body exactly the text that is sent
 */
export function signature(secret: string, milliseconds: number, body: string): string {
  const seconds = Math.floor(milliseconds / 1000);
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}
