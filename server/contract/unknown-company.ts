/** Asks for what nobody knows the company of. By itself, for the window's first page needs it without the schemas. */
export const unknownCompany = 'unknown';
