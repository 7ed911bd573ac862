import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

const certificates = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/**
 * Certificates that the tax office signs e-invoices with, beside those that this version knows.
 * @param file PEM, one or more; null where there is none
 * @returns the SHA-256 of each as DER, in lower case
 * @throws Error with one sentence for the operator where there is none in the file
 */
export function signersIn(file: string | null): string[] {
  if (file === null) return [];
  try {
    const found = readFileSync(file, 'utf8').match(certificates) ?? [];
    if (found.length === 0) throw new Error('it holds no certificate in PEM');
    return found.map((pem) => createHash('sha256').update(new X509Certificate(pem).raw).digest('hex'));
  } catch (error) {
    throw new Error(`The signers of e-invoices in ${file} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
