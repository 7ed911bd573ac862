/** Why a file is not taken in that a person has put into a folder; the other reasons are none of the file's. */
const romanian = {
  unsupported_file_type: 'Fișierul nu este PDF, JPEG, PNG, GIF, WebP, TIFF sau factură electronică.',
  heic_photo:
    'Fișierul este o fotografie HEIC. Trimite-o ca JPEG: alege „Cel mai compatibil” în setările camerei sau salveaz-o ca JPEG.',
  unreadable_tiff: 'Fișierul TIFF este deteriorat sau de un fel care nu se poate citi. Scanează-l ca PDF.',
  password_protected: 'Fișierul PDF este protejat cu parolă. Trage-l în fereastra Facturier, care cere parola.',
  unreadable_mail: 'E-mailul este deteriorat. Salvează-i atașamentele și pune-le în dosar.',
  no_attachments: 'E-mailul sau arhiva nu are niciun fișier care ar putea fi o factură: PDF, XML, TIFF sau imagine.',
  too_many_attachments:
    'E-mailul sau arhiva are peste 500 de fișiere, sau prea multe unul în altul. Pune în dosar ce este înăuntru.',
  file_too_large: 'Fișierul are peste 14 MiB.',
  too_many_pages: 'Documentul are peste 50 de pagini.',
  not_an_einvoice: 'Fișierul nu conține o factură electronică ce se poate citi: UBL Invoice sau CreditNote, ori CII.',
  unsafe_file: 'Arhiva este mult prea mare pe dinăuntru sau iese din dosarul ei și nu a fost deschisă.',
  not_readable: 'Facturier nu are voie să citească fișierul.',
  incomplete_file: 'Fișierul nu este întreg: îi lipsește sfârșitul. Scanează-l sau copiază-l din nou.',
} as const;
export type FileProblem = keyof typeof romanian;

export function isOfTheFile(code: string): code is FileProblem {
  return code in romanian;
}

/**
 * Why a file was refused, for whoever finds it: a sentence in Romanian, and one in English, `message`.
 * @param inside the name of the one that is the reason, of a mail's or an archive's files
 */
export function whyRefused(code: FileProblem, message: string, inside: string | null = null): string {
  const which = inside === null ? '' : `${inside}: `;
  return `${which}${romanian[code]}\n${which}${message}\n`;
}
