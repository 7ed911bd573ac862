/**
 * The names that the bank behind the four letters of a Romanian IBAN goes by, folded to letters and digits. Banks that
 * were taken over are still printed by their old names (participants of TRANSFOND's ReGIS and SENT).
 */
const names: Record<string, readonly string[]> = {
  BTRL: ['bancatransilvania', 'btbank'],
  RNCB: ['bancacomercialaromana', 'bcr'],
  BRDE: ['brd', 'groupesocietegenerale'],
  BACX: ['unicredit'],
  INGB: ['ing'],
  RZBR: ['raiffeisen'],
  CECE: ['cec'],
  OTPV: ['otp', 'bancatransilvania'],
  PIRB: ['firstbank', 'piraeus'],
  ROIN: ['saltbank', 'ideabank'],
  UGBI: ['garanti'],
  REVO: ['revolut'],
  BREL: ['libra'],
  TBIB: ['tbi'],
  CARP: ['patria', 'carpatica'],
  EXIM: ['exim'],
  WBAN: ['intesa'],
  MIRO: ['procredit'],
  FNNB: ['crediteurope', 'nexent'],
  CITI: ['citibank'],
  EGNA: ['vista', 'marfin'],
  BUCU: ['alpha'],
  TREZ: ['trezorer'],
};

/**
 * Whether a printed bank is the one that a Romanian account is kept at.
 * @param bankName folded: lower case, nothing but letters and digits
 * @returns null for an account or a bank that is not known, which says nothing
 */
export function isBankOf(iban: string, bankName: string): boolean | null {
  const own = iban.startsWith('RO') ? names[iban.slice(4, 8)] : undefined;
  if (!own) return null;
  if (own.some((name) => bankName.includes(name))) return true;
  const other = Object.values(names)
    .flat()
    .filter((name) => name.length > 3);
  return other.some((name) => bankName.includes(name)) ? false : null;
}
