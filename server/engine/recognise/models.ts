/** Tesseract's names of the lexicon's languages; scans in those that are missing are read with another's model. */
export const models = {
  bg: 'bul',
  cs: 'ces',
  de: 'deu',
  el: 'ell',
  en: 'eng',
  es: 'spa',
  fr: 'fra',
  hu: 'hun',
  it: 'ita',
  nl: 'nld',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
} as const;

/** Models of letters that are not Latin. */
export const otherScripts: readonly (typeof models)[keyof typeof models][] = [models.bg, models.el];
