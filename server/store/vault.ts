import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, KeyObject } from 'node:crypto';
import { Transform } from 'node:stream';
import { randomBytes } from './random.ts';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const keyBytes = 32;

/** How long every wrapped key is. */
export const wrappedKeyBytes = ivBytes + keyBytes + tagBytes;

/** A key and the same key wrapped by the master key, which is how it is stored. */
export interface WrappedKey {
  key: Buffer;
  wrapped: Buffer;
}

/**
 * What the master key is used for. It wraps one key per erasable thing, so that destroying the wrapped key makes every
 * leftover of the thing unreadable, and it seals small secrets of its own.
 */
export interface Vault {
  newKey(): WrappedKey;
  /** @throws when the key was wrapped by another master key, or was altered */
  unwrap(wrapped: Uint8Array): Buffer;
  sealSecret(text: string): Buffer;
  openSecret(sealed: Uint8Array): string;
  /** Keyed digest in hexadecimal: the same for the same text, and nothing can be learnt of the text from it. */
  digest(text: string): string;
}

/** @param masterKey 32 bytes */
export function createVault(masterKey: Uint8Array): Vault {
  if (masterKey.byteLength !== 32) throw new Error('The master key must be 32 bytes.');
  const derive = (purpose: string): KeyObject =>
    createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', `facturier ${purpose}`, keyBytes)));
  const wrapping = derive('wrapping');
  const secrets = derive('secrets');
  const digests = derive('digests');
  return {
    newKey() {
      const key = randomBytes(keyBytes);
      return { key, wrapped: seal(wrapping, key) };
    },
    unwrap: (wrapped) => open(wrapping, wrapped),
    sealSecret: (text) => seal(secrets, Buffer.from(text, 'utf8')),
    openSecret: (sealed) => open(secrets, sealed).toString('utf8'),
    digest: (text) => createHmac('sha256', digests).update(text).digest('hex'),
  };
}

/** AES-256-GCM: 12 bytes of IV, the ciphertext, 16 bytes of tag. */
export function seal(key: Uint8Array | KeyObject, bytes: Uint8Array): Buffer {
  const iv = randomBytes(ivBytes);
  const encrypting = createCipheriv(cipher, keyObject(key), iv);
  return Buffer.concat([iv, encrypting.update(bytes), encrypting.final(), encrypting.getAuthTag()]);
}

/** The same form as `seal` makes, in pieces: to join many bytes, once more in memory, costs more than to encrypt them. */
export function sealPieces(key: Uint8Array, pieces: readonly Uint8Array[]): Buffer[] {
  const iv = randomBytes(ivBytes);
  const encrypting = createCipheriv(cipher, keyObject(key), iv);
  const sealed = pieces.map((piece) => encrypting.update(piece));
  return [iv, ...sealed, encrypting.final(), encrypting.getAuthTag()];
}

/** What `seal` or `sealing` made. @throws when the key is another one or a byte was altered */
export function open(key: Uint8Array | KeyObject, sealed: Uint8Array): Buffer {
  const decrypting = createDecipheriv(cipher, keyObject(key), sealed.subarray(0, ivBytes));
  decrypting.setAuthTag(sealed.subarray(sealed.byteLength - tagBytes));
  const bytes = decrypting.update(sealed.subarray(ivBytes, sealed.byteLength - tagBytes));
  // Checks the tag; GCM holds no byte back until here.
  decrypting.final();
  return bytes;
}

/** The same form as `seal` makes, for a stream. */
export function sealing(key: Uint8Array): Transform {
  const iv = randomBytes(ivBytes);
  const encrypting = createCipheriv(cipher, key, iv);
  let begun = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!begun) this.push(iv);
      begun = true;
      done(null, encrypting.update(chunk));
    },
    flush(done) {
      if (!begun) this.push(iv);
      encrypting.final();
      done(null, encrypting.getAuthTag());
    },
  });
}

/** Node needs two to ten times as long for the same work with a key as bytes. */
function keyObject(key: Uint8Array | KeyObject): KeyObject {
  return key instanceof KeyObject ? key : createSecretKey(key);
}
