import { describe, expect, it } from 'vitest';
import { lexicon } from '../../../server/engine/lexicon/lexicon.ts';
import { column, run } from '../../helpers/printed-page.ts';
import { printedTitles } from './printed-titles.ts';
import { standardSentences } from './standard-sentences.ts';
import { body, high, read } from './titled-pages.ts';

/** In each language: sentences that take an invoice back in words that no list has, and sentences of what invoices print. */
const sentences: Readonly<Record<string, { open: readonly string[]; known: readonly string[] }>> = {
  bg: {
    open: [
      'Моля, скъсайте.',
      'Предизвестие за следващата Ви сметка.',
      'По тази разпечатка не дължите нищо.',
      'Отхвърлено от купувача и върнато.',
      'Резюме на поръчката',
      'Дългът отпадна',
      'Важи като оферта до края на месеца.',
      'Плащане не е необходимо.',
    ],
    known: [
      'Благодарим Ви за поръчката и доверието.',
      'Стоката остава собственост на доставчика до пълното плащане.',
      'Системата ни за качество е сертифицирана по ISO 9001.',
    ],
  },
  cs: {
    open: [
      'Prosíme roztrhat.',
      'Předběžné oznámení příštího účtu.',
      'Z tohoto výtisku nic nedlužíte.',
      'Kupující odmítl a vrátil.',
      'Shrnutí objednávky',
      'Dluh zanikl',
      'Platí jako nabídka do konce měsíce.',
      'Platba není nutná.',
      'Poukaz',
    ],
    known: [
      'Děkujeme za vaši objednávku a důvěru.',
      'Zboží zůstává do úplného zaplacení majetkem dodavatele.',
      'Náš systém kvality je certifikován podle ISO 9001.',
    ],
  },
  de: {
    open: [
      'Bitte zerreißen.',
      'Vorankündigung Ihrer nächsten Abrechnung.',
      'Aus diesem Ausdruck schulden Sie nichts.',
      'Vom Käufer abgelehnt und zurückgeschickt.',
      'Zusammenfassung der Bestellung',
      'Schuld erlassen',
      'Ausgleich ist bereits erfolgt.',
      'Gilt als Angebot bis Monatsende.',
      'Zahlung nicht erforderlich.',
      'Partnerliste',
      'Forderungsaufstellung',
    ],
    known: [
      'Wir danken für Ihren Auftrag und Ihr Vertrauen.',
      'Die Ware bleibt bis zur vollständigen Bezahlung unser Eigentum.',
      'Unser Qualitätssystem ist nach ISO 9001 zertifiziert.',
    ],
  },
  el: {
    open: [
      'Παρακαλώ σκίστε το.',
      'Προειδοποίηση του επόμενου λογαριασμού.',
      'Από αυτή την εκτύπωση δεν οφείλετε τίποτα.',
      'Ο αγοραστής δεν το δέχτηκε και το επέστρεψε.',
      'Περίληψη της παραγγελίας',
      'Χρέος διαγραμμένο',
      'Ισχύει ως προσφορά έως το τέλος του μήνα.',
      'Δεν απαιτείται πληρωμή.',
    ],
    known: [
      'Σας ευχαριστούμε για την παραγγελία και την εμπιστοσύνη σας.',
      'Σε περίπτωση καθυστέρησης πληρωμής χρεώνονται νόμιμοι τόκοι.',
      'Το σύστημα ποιότητας είναι πιστοποιημένο κατά ISO 9001.',
    ],
  },
  en: {
    open: [
      'Kindly tear this up.',
      'Advance notice of your next bill.',
      'You owe nothing on account of this print.',
      'Refused by the buyer and sent back.',
      'Details of the order',
      'Debt forgiven',
      'Counts as an offer until the end of the month.',
      'Payment is not required.',
      'Exercise',
    ],
    known: [
      'We thank you for your order and your trust.',
      'The goods remain our property until full payment.',
      'Our quality system is certified to ISO 9001.',
    ],
  },
  es: {
    open: [
      'Rómpase, por favor.',
      'Aviso previo de su próxima factura.',
      'Nada debe usted por esta impresión.',
      'Devuelto por el comprador.',
      'Detalles del pedido',
      'Deuda perdonada',
      'Pendiente de conformidad con el cliente',
      'Vale como oferta hasta fin de mes.',
      'No requiere pago.',
      'Relación',
    ],
    known: [
      'Agradecemos su pedido y su confianza.',
      'La mercancía es propiedad del vendedor hasta el pago total.',
      'Nuestro sistema de calidad está certificado según ISO 9001.',
    ],
  },
  fr: {
    open: [
      "À déchirer, s'il vous plaît.",
      'Annonce de votre prochaine facture.',
      'Vous ne devez rien au titre de ce tirage.',
      "Refusé par l'acheteur et renvoyé.",
      'Détails de la commande',
      'Dette effacée',
      'Page complémentaire',
      "Vaut offre jusqu'à la fin du mois.",
      'Paiement non requis.',
    ],
    known: [
      'Nous vous remercions de votre commande et de votre confiance.',
      'Les marchandises restent la propriété du vendeur.',
      'Notre système de qualité est certifié ISO 9001.',
    ],
  },
  hr: {
    open: [
      'Molimo poderite.',
      'Najava sljedećeg računa.',
      'Po ovom ispisu ne dugujete ništa.',
      'Kupac odbio i vratio.',
      'Sažetak narudžbe',
      'Dug oprošten',
      'Vrijedi kao ponuda do kraja mjeseca.',
      'Plaćanje nije potrebno.',
    ],
    known: [
      'Zahvaljujemo na narudžbi i povjerenju.',
      'Roba ostaje vlasništvo dobavljača do plaćanja.',
      'Naš sustav kvalitete certificiran je prema ISO 9001.',
    ],
  },
  hu: {
    open: [
      'Kérjük, tépje össze.',
      'A következő számla előzetes jelzése.',
      'E nyomat alapján semmivel sem tartozik.',
      'A vevő nem fogadta el és visszaküldte.',
      'A rendelés részletei',
      'Tartozás elengedve',
      'A hónap végéig ajánlatnak minősül.',
      'Fizetés nem szükséges.',
    ],
    known: [
      'Köszönjük megrendelését és bizalmát.',
      'Az áru a teljes kifizetésig az eladó tulajdona marad.',
      'Minőségi rendszerünk az ISO 9001 szerint tanúsított.',
    ],
  },
  it: {
    open: [
      'Si prega di strappare.',
      'Preavviso della prossima bolletta.',
      'Per questa stampa non dovete nulla.',
      "Rifiutato dall'acquirente e rispedito.",
      "Dettagli dell'ordine",
      'Debito rimesso',
      'Vale come offerta fino a fine mese.',
      'Pagamento non richiesto.',
    ],
    known: [
      'Vi ringraziamo per il vostro ordine e la fiducia.',
      'In caso di ritardo si applicano interessi legali.',
      'Il nostro sistema di qualità è certificato ISO 9001.',
    ],
  },
  nl: {
    open: [
      'Gelieve te verscheuren.',
      'Vooraankondiging van uw volgende rekening.',
      'Uit deze afdruk bent u niets verschuldigd.',
      'Door de koper geweigerd en teruggestuurd.',
      'Details van de bestelling',
      'Schuld kwijtgescholden',
      'Te late levering, van toepassing op volgende maand',
      'Geldt als offerte tot het einde van de maand.',
      'Betaling niet nodig.',
    ],
    known: [
      'Wij danken u voor uw bestelling en vertrouwen.',
      'De goederen blijven tot volledige betaling onze eigendom.',
      'Ons kwaliteitssysteem is gecertificeerd volgens ISO 9001.',
    ],
  },
  pl: {
    open: [
      'Prosimy podrzeć.',
      'Zapowiedź następnego rachunku.',
      'Z tego wydruku nic Państwo nie są winni.',
      'Nabywca nie przyjął i odesłał.',
      'Szczegóły zamówienia',
      'Dług umorzony',
      'Ważne jako oferta do końca miesiąca.',
      'Zapłata nie jest wymagana.',
    ],
    known: [
      'Dziękujemy za zamówienie i zaufanie.',
      'Towar pozostaje własnością sprzedawcy do pełnej zapłaty.',
      'Nasz system jakości posiada certyfikat ISO 9001.',
    ],
  },
  pt: {
    open: [
      'É favor rasgar.',
      'Aviso prévio da próxima fatura.',
      'Por esta impressão nada deve.',
      'Recusado pelo comprador e reenviado.',
      'Detalhes da encomenda',
      'Dívida perdoada',
      'Vale como proposta até ao fim do mês.',
      'Não requer pagamento.',
    ],
    known: [
      'Agradecemos a sua encomenda e confiança.',
      'Em caso de atraso são cobrados juros legais.',
      'O nosso sistema de qualidade está certificado pela ISO 9001.',
    ],
  },
  ro: {
    open: [
      'Vă rugăm să rupeți foaia.',
      'Preaviz al următoarei facturi.',
      'Pentru acest tipărit nu datorați nimic.',
      'Refuzat de cumpărător și trimis înapoi.',
      'Detaliile comenzii',
      'Datorie iertată',
      'Ține loc de ofertă până la sfârșitul lunii.',
      'Plata nu este necesară.',
      'Tranzacții',
    ],
    known: [
      'Vă mulțumim pentru comandă și încredere.',
      'Marfa rămâne proprietatea furnizorului până la plata integrală.',
      'Sistemul nostru de management al calității este certificat ISO 9001.',
    ],
  },
  sl: {
    open: [
      'Prosimo, raztrgajte.',
      'Napoved naslednjega računa.',
      'Po tem izpisu niste dolžni ničesar.',
      'Kupec je zavrnil in poslal nazaj.',
      'Podrobnosti naročila',
      'Dolg odpuščen',
      'Velja kot ponudba do konca meseca.',
      'Plačilo ni potrebno.',
    ],
    known: [
      'Zahvaljujemo se za naročilo in zaupanje.',
      'Blago ostane do plačila last prodajalca.',
      'Naš sistem kakovosti je certificiran po ISO 9001.',
    ],
  },
};

it('has sentences of every language of the lexicon', () => {
  const languages = lexicon().map(({ language }) => language);
  expect(Object.keys(sentences).sort()).toEqual(languages);
  expect(Object.keys(standardSentences).sort()).toEqual(languages);
});

describe.each(Object.entries(sentences))('on an invoice in %s', (language, { open, known }) => {
  const titles = printedTitles[language]!;
  const invoice = [...run(`${titles.invoice} 2026-1204`, 60, 60, 18), ...body(titles)];

  it.each(open)('a sentence that nobody knows leaves the title open: %s', (sentence) => {
    expect(high(read([...invoice, ...run(sentence, 60, 700, 8)]))).toEqual([]);
  });

  it.each([...known, ...standardSentences[language]!])('what invoices are about takes nothing: %s', (sentence) => {
    expect(high(read([...invoice, ...run(sentence, 60, 700, 8)]))).toContain('total_amount');
  });
});

describe('what a sentence is known by', () => {
  const titles = printedTitles.en!;
  const invoice = [...run(`${titles.invoice} 2026-1204`, 60, 60, 18), ...body(titles)];
  const below = (...lines: string[]) => high(read([...invoice, ...column(60, 700, lines)]));

  it('is every word of it, however many of the others are known', () => {
    expect(below('Payment of the goods is due within 14 days.')).toContain('total_amount');
    expect(below('Payment of the goods is blorbed within 14 days.')).toEqual([]);
  });

  it('is looked for sentence by sentence, and in all lines of one', () => {
    expect(below('Thank you for your order. Kindly blorb this.')).toEqual([]);
    expect(below('The goods were delivered with the', 'blorb of the customer')).toEqual([]);
  });

  it('need not be every word where it is about something beside the paper and denies nothing', () => {
    expect(below('Emergency line for gas leaks: call our blorb team.')).toContain('total_amount');
    expect(below('Emergency line for gas leaks: do not pay our blorb team.')).toEqual([]);
    expect(below('Emergency line: blorb, zgrunt and frumbel.')).toEqual([]);
  });

  it('is not that it has a year like the postcode of a town', () => {
    expect(below('Blorbed for the budget of 2027')).toEqual([]);
  });

  it('are the words of one language, and names in any', () => {
    expect(below('The goods were delivered to Blorba Zgrunt.')).toContain('total_amount');
    expect(below('The goods were delivered avec plaisir.')).toEqual([]);
  });
});
