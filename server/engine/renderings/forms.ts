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
    [/^gesamtsumme netto$/, 'subtotal', 'beside'],
    [/^summe umsatzsteuer$/, 'vat_amount', 'beside'],
    [/^gesamtsumme brutto$/, 'total_amount', 'beside'],
    [/^gezahlter betrag$/, 'prepaid_amount', 'beside'],
    [/^falliger betrag$/, 'amount_due', 'beside'],
    [/^iban$/, 'bank_details.iban', 'beside'],
    [/^bic$/, 'bank_details.bic', 'beside'],
  ],
};

/** The Italian style sheets of FatturaPA (Agenzia delle Entrate, AssoSoftware). */
const fatturaPa: Form = {
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
    [/^numer faktury$/, 'invoice_number', 'beside'],
    [/^data wystawienia/, 'invoice_date', 'beside'],
    [/^kod waluty$/, 'currency', 'beside'],
    [/^kwota naleznosci ogolem$/, 'total_amount', 'beside'],
    [/^numer rachunku bankowego$/, 'bank_details.iban', 'beside'],
  ],
};

export const forms: readonly Form[] = [anaf, xrechnung, fatturaPa, ksef];
