import type { Form } from './form.ts';

/** The PDF that ANAF makes of a RO_CIUS invoice ("RO eFactura"): seller left, document in the middle, buyer right. */
const anaf: Form = {
  own: [/^ro efactura$/, /^vanzator$/, /^cumparator$/, /^codul tipului/],
  blocks: { vendor: /^vanzator$/, customer: /^cumparator$/ },
  party: [
    [/^nume$/, 'name'],
    [/^identificatorul tva$/, 'vat_number'],
    [/^identificator$/, 'vat_number'],
    [/^strada$/, 'street'],
    [/^informatii suplimentare strada$/, 'more'],
    [/^cod postal$/, 'postcode'],
    [/^oras$/, 'city'],
    [/^telefon$/, 'phone'],
    [/^e-?mail$/, 'email'],
  ],
  once: [
    [/^nr\. factura$/, 'invoice_number', 'beside'],
    [/^data emitere$/, 'invoice_date', 'beside'],
    [/^data scadenta$/, 'due_date', 'beside'],
    [/^moneda facturii$/, 'currency', 'beside'],
    [/^referinta comenzii$/, 'po_reference', 'beside'],
    [/^valoare totala fara tva$/, 'subtotal', 'below'],
    [/^valoare totala cu( tva)?$/, 'total_amount', 'below'],
    [/^total( tva)?$/, 'vat_amount', 'beside'],
    [/^total plata$/, 'amount_due', 'beside'],
    [/^suma platita$/, 'prepaid_amount', 'below'],
    [/^total deduceri$/, 'discount_amount', 'below'],
    [/^nr\. cont de plata$/, 'bank_details.iban', 'beside'],
  ],
};

/** The German viewer of XRechnung (KoSIT's visualisation, which portals use). */
const xrechnung: Form = {
  own: [/^informationen zum verkaufer/, /^informationen zum kaufer/, /^rechnungsdaten/],
  blocks: { vendor: /^informationen zum verkaufer/, customer: /^informationen zum kaufer/ },
  party: [
    [/^(firmenname|name|unternehmen)$/, 'name'],
    [/^(umsatzsteuer-?id|ust-?id)$/, 'vat_number'],
    [/^strasse( \/ hausnummer)?$/, 'street'],
    [/^adresszusatz$/, 'more'],
    [/^(plz|postleitzahl)$/, 'postcode'],
    [/^ort$/, 'city'],
    [/^telefon$/, 'phone'],
    [/^e-?mail-?adresse$/, 'email'],
  ],
  once: [
    [/^rechnungsnummer$/, 'invoice_number', 'beside'],
    [/^rechnungsdatum$/, 'invoice_date', 'beside'],
    [/^falligkeitsdatum$/, 'due_date', 'beside'],
    [/^wahrung$/, 'currency', 'beside'],
    [/^bestellnummer$/, 'po_reference', 'beside'],
    [/^summe nachlasse( netto)?$/, 'discount_amount', 'beside'],
    [/^gesamtsumme netto$/, 'subtotal', 'beside'],
    [/^summe umsatzsteuer$/, 'vat_amount', 'beside'],
    [/^gesamtsumme brutto$/, 'total_amount', 'beside'],
    [/^gezahlter betrag( brutto)?$/, 'prepaid_amount', 'beside'],
    [/^falliger betrag( brutto)?$/, 'amount_due', 'beside'],
    // A direct debit's box has the buyer's account under the same label.
    [/^iban$/, 'bank_details.iban', 'beside', /^uberweisung$/],
    [/^bic$/, 'bank_details.bic', 'beside', /^uberweisung$/],
  ],
  boxes: [/^lastschrift$/, /^karteninformation$/, /^uberweisung$/],
  qualifier: /^(netto|brutto)$/,
  positions: {
    heading: /^position \S+$/,
    cells: [
      [/^bezeichnung$/, 'description'],
      [/^beschreibung$/, 'details'],
      [/^menge$/, 'quantity'],
      [/^einheit$/, 'unit'],
      [/^preis pro einheit \(netto\)$/, 'unit_price'],
      [/^umsatzsteuersatz in prozent$/, 'vat_rate'],
      [/^gesamtpreis \(netto\)$/, 'total'],
      [/^code des herkunftslandes$/, 'origin_country'],
    ],
  },
};

/** AssoSoftware's style sheet of FatturaPA: boxes and tables. */
const fatturaPaTables: Form = {
  own: [
    /^cedente\/prestatore \(fornitore\)/,
    /^cessionario\/committente \(cliente\)/,
    /^identificativo fiscale ai fini iva/,
  ],
  blocks: { vendor: /^cedente\/prestatore/, customer: /^cessionario\/committente/ },
  party: [
    [/^denominazione$/, 'name'],
    [/^identificativo fiscale ai fini iva$/, 'vat_number'],
    [/^indirizzo$/, 'street'],
    [/^cap$/, 'postcode'],
    [/^comune$/, 'city'],
    [/^telefono$/, 'phone'],
    [/^email$/, 'email'],
  ],
  once: [
    [/^numero documento$/, 'invoice_number', 'below'],
    [/^data documento$/, 'invoice_date', 'below'],
    [/^totale documento$/, 'total_amount', 'below'],
    [/^iban$/, 'bank_details.iban', 'beside'],
  ],
};

/** The Agenzia delle Entrate's own style sheet of FatturaPA: one list of labels. */
const fatturaPaList: Form = {
  own: [
    /^dati del cedente \/ prestatore/,
    /^dati del cessionario \/ committente/,
    /^identificativo fiscale ai fini iva/,
    /^dati generali del documento/,
  ],
  blocks: { vendor: /^dati del cedente/, customer: /^dati del cessionario/ },
  party: [
    [/^denominazione$/, 'name'],
    [/^identificativo fiscale ai fini iva$/, 'vat_number'],
    [/^indirizzo$/, 'street'],
    [/^numero civico$/, 'house'],
    [/^cap$/, 'postcode'],
    [/^comune$/, 'city'],
    [/^telefono$/, 'phone'],
    [/^e-?mail$/, 'email'],
  ],
  once: [
    [/^numero documento$/, 'invoice_number', 'beside'],
    [/^data documento$/, 'invoice_date', 'beside'],
    [/^valuta importi$/, 'currency', 'beside'],
    [/^importo totale documento$/, 'total_amount', 'beside'],
    [/^data scadenza pagamento$/, 'due_date', 'beside'],
    [/^(codice )?iban$/, 'bank_details.iban', 'beside'],
  ],
  positions: {
    heading: /^nr\. linea: ?\d+$/,
    cells: [
      [/^descrizione bene\/servizio$/, 'description'],
      [/^quantita$/, 'quantity'],
      [/^unita di misura$/, 'unit'],
      [/^valore unitario$/, 'unit_price'],
      [/^iva \(%\)$/, 'vat_rate'],
      [/^valore totale$/, 'total'],
    ],
  },
};

/** The Polish visualisation of structured invoices (Krajowy System e-Faktur). */
const ksef: Form = {
  own: [/^krajowy system e-?faktur/, /^sprzedawca$/, /^nabywca$/, /^numer ksef/],
  blocks: { vendor: /^sprzedawca$/, customer: /^nabywca$/ },
  party: [
    [/^nazwa$/, 'name'],
    [/^nip$/, 'vat_number'],
    [/^e-?mail$/, 'email'],
    [/^tel\.?$/, 'phone'],
  ],
  once: [
    [/^numer faktury$/, 'invoice_number', 'below'],
    [/^data wystawienia/, 'invoice_date', 'beside'],
    [/^kod waluty$/, 'currency', 'beside'],
    [/^kwota naleznosci ogolem$/, 'total_amount', 'beside'],
    [/^(numer rachunku bankowego|pelny numer rachunku)$/, 'bank_details.iban', 'beside'],
    [/^kod swift$/, 'bank_details.bic', 'beside'],
    [/^nazwa banku$/, 'bank_details.bank_name', 'beside'],
  ],
  address: { heading: /^adres$/, end: /^(dane kontaktowe|adres korespondencyjny)$/ },
};

export const forms: readonly Form[] = [anaf, xrechnung, fatturaPaTables, fatturaPaList, ksef];
