import type { Db } from './db.ts';
import { ofThisMachine } from './machine.ts';
import * as sealedSettings from './sealed-settings.ts';
import type { Vault } from './vault.ts';

const setting = 'tls';

interface Certificate {
  cert: string;
  key: string;
}

/** The certificate that was made here, and its private key, both PEM; null before the first. */
export const keptCertificate = (db: Db, vault: Vault): Promise<Certificate | null> =>
  sealedSettings.read(db, vault, ofThisMachine(db, setting));

/** Keeps them sealed by the master key, in place of those before. */
export const keepCertificate = (db: Db, vault: Vault, made: Certificate): Promise<void> =>
  sealedSettings.write(db, vault, ofThisMachine(db, setting), made);
