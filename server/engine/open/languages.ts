import type { OcrLanguage } from './ocr.ts';

/** Words that stand on invoices or between other words, folded to plain letters; each says which language it is. */
const words: Partial<Record<OcrLanguage, string>> = {
  ron: 'factura fiscala furnizor cumparator client seria nr data din si pret pretul cantitate cantitatea valoare valoarea cota tva total plata scadenta termen banca cont sediul judet jud denumirea produselor serviciilor lei buc emitere aviz semnatura stampila catre pentru',
  eng: 'invoice the of and to date due number bill from ship total subtotal tax amount description quantity qty price unit payment terms account please thank for customer order no receipt cash change item page',
  deu: 'rechnung rechnungsnummer rechnungsdatum kunde kundennummer datum menge einzelpreis gesamt betrag gesamtbetrag netto brutto mwst ust und der die das bitte zahlbar bis von fur mit stuck lieferung steuer nr bezeichnung summe',
  fra: 'facture client date numero quantite prix unitaire montant total tva ht ttc designation de la le les et du des reglement echeance livraison adresse siret votre pour par au',
  ita: 'fattura cliente data numero quantita prezzo importo totale iva imponibile descrizione di il la del della spett partita codice fiscale pagamento scadenza banca per con',
  spa: 'factura cliente fecha numero cantidad precio importe total iva base imponible descripcion de el la los del nif cif forma pago vencimiento por con para',
  hun: 'szamla szamlaszam vevo elado szallito kelte teljesites fizetesi hatarido mennyiseg egysegar netto brutto afa osszesen osszeg adoszam megnevezes es az fizetendo bank mod db ft',
  bul: 'фактура дата получател доставчик наименование количество цена стойност данъчна основа ддс сума плащане номер адрес име мол еик банка лв бр от на за',
  pol: 'faktura vat nabywca sprzedawca data wystawienia sprzedazy ilosc cena wartosc netto brutto razem zaplaty nazwa jm stawka kwota termin platnosci konto nip do zl szt oraz',
  nld: 'factuur factuurnummer factuurdatum klant aantal prijs bedrag totaal btw omschrijving datum van de het een en voor vervaldatum betaling rekening kvk excl incl te dagen',
  ces: 'faktura danovy doklad dodavatel odberatel datum vystaveni splatnosti mnozstvi cena celkem dph zaklad sazba uhrade ks kc popis banka ucet ico dic variabilni symbol za',
  por: 'fatura cliente data numero quantidade preco valor total iva descricao de da do os nif pagamento vencimento contribuinte por com para',
};

const languagesOf = new Map<string, OcrLanguage[]>();
for (const [language, list] of Object.entries(words) as [OcrLanguage, string][])
  for (const word of list.split(' ')) {
    const known = languagesOf.get(keyOf(word)) ?? [];
    if (!known.includes(language)) languagesOf.set(keyOf(word), [...known, language]);
  }

/**
 * The language that a text is most likely in, by the words it shares with what invoices say.
 * @returns null when too little of it is recognised, or two languages are as likely
 */
export function guessLanguage(texts: readonly string[]): OcrLanguage | null {
  const votes = new Map<OcrLanguage, number>();
  const seen = new Set<string>();
  for (const text of texts) {
    for (const part of fold(text).split(/[^\p{L}&]+/u)) {
      const key = keyOf(part);
      const languages = seen.has(key) ? undefined : languagesOf.get(key);
      seen.add(key);
      // A word that several languages share says little about which one it is, and so does a short one.
      const weight = part.length > 3 ? 1 : 0.5;
      for (const language of languages ?? [])
        votes.set(language, (votes.get(language) ?? 0) + weight / languages!.length);
    }
  }
  const ranked = [...votes].sort((a, b) => b[1] - a[1]);
  const [first, second] = ranked;
  const lead = (first?.[1] ?? 0) - (second?.[1] ?? 0);
  if (!first || lead < 1.2 || first[1] < 1.25 * (second?.[1] ?? 0)) return null;
  return first[0];
}

/**
 * What is compared: a model of another language reads accented vowels as any vowel (or as &), so in longer words only
 * where vowels stand counts.
 */
function keyOf(word: string): string {
  return word.length < 5 ? word : word.replace(/[aeiouy&]/g, '_');
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('ß', 'ss').toLowerCase();
}
