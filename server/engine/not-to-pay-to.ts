/** Words beside an account that is printed for another reason than to be paid to, by that reason. */
const reasons: readonly RegExp[] = [
  // Money is taken from it. Whoever is "domiciliat în" only lives there, and French calls the bank "domiciliation".
  /lastschrift|abgebucht|abbuch|eingezogen|direct debit|debited|collected from|débit direct|pr[ée]l[eè]v|debit direct|debitat|domicilia(?!tion|t[ăa]?(?!\p{L}))|cargar[áa]|adeudo|addebit|(?<!\p{L})(?:SDD|RID)(?!\p{L})|polecenie zapłaty|pobran|beszed|inkas|incasso|machtiging|afgeschreven|débito direto|директен дебит/iu,
  // It is the reader's own.
  /(?<!\p{L})(?:your account|ihrem konto|votre compte|vostro conto|su cuenta|contul dvs|contul dumneavoastr|państwa rachun|ön számlá|uw rekening|vašeho účtu|sua conta)/iu,
  // Money goes back to it.
  /refund|ramburs|restitui|(?:zurück)?erstatt|rembours|rimbors|reembols|devoluci|(?<!\p{L})zwrot|visszat[ée]r[ií]t|visszautal|terugbeta|vrácen|възстанов/iu,
  // What was sold for the reader is paid out to it.
  /(?<!\p{L})(?:pay-?outs?|paid out|your (?:earnings|proceeds|sales)|încas[ăa]rile dvs|incas[ăa]rile dumneavoastr|v[âa]nz[ăa]rile dvs|auszahl|ausgezahlt|reversement|reversé|vos ventes|suas vendas|sus ventas|vostre vendite|wypłac|wypłat|kifizet|uitbeta|uitgekeerd|vyplac|изплат)/iu,
  // It takes the VAT alone, where that is paid apart.
  /split payment|plat[aă] defalcat|cont(?:ul)? (?:de )?tva(?!\p{L})|podzielon|rachunek vat|paiement scind|compte tva|scissione dei pagamenti|conto iva|pago dividido|cuenta iva|áfa[ -]?számla|g-rekening|vat account|mwst\.?-konto|ust\.?-konto|konto ust/iu,
  // It keeps what is given as security.
  /(?<!\p{L})(?:cont(?:ul)? (?:de )?garan[țt]|garan[țt]ii (?:și|si)|escrow|guarantee account|deposit account|kautionskonto|mietkaution|compte de garantie|conto cauzion|cuenta de garant|konto kaucj|waarborgrekening|borgrekening)/iu,
  // It is given up.
  /(?<!\p{L})(?:old account|closed|no longer|any more|cont(?:ul)? vechi|închis|inchis|nu mai|altes konto|alte bankverbindung|geschlossen|nicht mehr|ancien compte|fermé|ne payez plus|vecchio conto|chiuso|non pagare|cuenta antigua|cerrada|no pague|stare konto|zamkni[ęe]te|nie wpłacać|régi számla|megszűnt|ne fizes)/iu,
  // For gifts.
  /(?<!\p{L})(?:donat|charity|don(?:ează|eaza|ez)|spenden|faites un don|dona(?!\p{L})|wesprzyj|darowizn|adomány)/iu,
];

/** Whether the text beside an account says that it is not the one to pay to. */
export const isNotToPayTo = (text: string): boolean => reasons.some((reason) => reason.test(text));

/** Whether the text says that another company is to be paid in the vendor's place. */
export const isAssignment = (text: string): boolean =>
  /(?<!\p{L})(?:factor(?:ing)?(?!\p{L})|ces(?:ion|iun)|assign(?:ed|ment)|abgetreten|abtretung|cédée?|cession|ceduto|cedido|cesj|engedményez|faktor)/iu.test(
    text,
  );
