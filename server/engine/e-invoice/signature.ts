import { createHash, verify, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { SignatureState } from '../../contract/invoice.ts';
import { resource } from '../../resources.ts';
import { all, attribute, first, parseXml, textAt, type XmlElement } from '../witnesses/e-invoice/xml.ts';
import { canonicalElement } from './canonical.ts';

/** Hashes by the names that XML Signature has for them (RFC 9231). */
const digests: Record<string, string> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
};
const rsa: Record<string, string> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': 'sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
};
const mostBytes = 256 * 1024;
/** One reference and one certificate are usual. */
const mostOfEach = 10;

const signersFile = z.array(z.object({ sha256: z.hex().length(64), from: z.iso.date(), until: z.iso.date() }));
let known: ReadonlySet<string> | null = null;

/** Certificates that the ministry has signed e-invoices with, by the SHA-256 of their DER form, in lower case. */
export function knownSigners(): ReadonlySet<string> {
  known ??= new Set(
    signersFile.parse(JSON.parse(readFileSync(resource('einvoice-signers.json'), 'utf8'))).map(({ sha256 }) => sha256),
  );
  return known;
}

/**
 * Checks the signature that the tax office's portal hands out beside an e-invoice: an XML Signature (W3C) apart from what
 * it signs, whose reference has the hash of the file as it is. Whether the certificate was valid then, or was revoked, is
 * not looked at, for nobody is asked.
 * @param xml the signed file, byte for byte
 * @param signers as {@link knownSigners}
 */
export function checkSignature(
  xml: Uint8Array,
  signature: Uint8Array | null,
  signers: ReadonlySet<string>,
): SignatureState {
  if (signature === null) return 'none';
  const document = signature.length > mostBytes ? null : parseXml(signature);
  const info = document && first(document.root, 'SignedInfo');
  const certificates = all(document?.root ?? null, 'KeyInfo/X509Data/X509Certificate').flatMap(certificateOf);
  const value = document && base64At(document.root, 'SignatureValue');
  const algorithm = rsa[attribute(first(info, 'SignatureMethod'), 'Algorithm') ?? ''];
  const references = all(info, 'Reference').slice(0, mostOfEach);
  const method = attribute(first(info, 'CanonicalizationMethod'), 'Algorithm') ?? '';
  const signed = canonicalElement(new TextDecoder().decode(signature), 'SignedInfo', method);
  if (!value || !algorithm || certificates.length === 0 || signed === null) return 'unreadable';
  // What is signed of some other form of the file says nothing of its bytes, unless it fits them.
  if (!references.some((reference) => isOf(reference, xml)))
    return references.every(isOfTheBytes) ? 'altered' : 'unreadable';
  const signer = certificates
    .slice(0, mostOfEach)
    .find(({ publicKey }) => verify(algorithm, Buffer.from(signed), publicKey, value));
  if (!signer) return 'altered';
  return signers.has(createHash('sha256').update(signer.raw).digest('hex')) ? 'intact' : 'unknown_signer';
}

const digestOf = (reference: XmlElement): string | undefined =>
  digests[attribute(first(reference, 'DigestMethod'), 'Algorithm') ?? ''];

const isOfTheBytes = (reference: XmlElement): boolean =>
  digestOf(reference) !== undefined && !first(reference, 'Transforms/Transform');

function isOf(reference: XmlElement, xml: Uint8Array): boolean {
  const digest = digestOf(reference);
  return (
    digest !== undefined && base64At(reference, 'DigestValue')?.equals(createHash(digest).update(xml).digest()) === true
  );
}

function certificateOf(element: XmlElement): X509Certificate[] {
  const bytes = base64At({ own: element }, 'own');
  try {
    const certificate = bytes && new X509Certificate(bytes);
    return certificate?.publicKey.asymmetricKeyType === 'rsa' ? [certificate] : [];
  } catch {
    // No certificate: where there is no other one, the caller says that the signature cannot be read.
    return [];
  }
}

function base64At(from: XmlElement, path: string): Buffer | null {
  const text = textAt(from, path)?.replace(/\s/g, '') ?? '';
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : null;
}
