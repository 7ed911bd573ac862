import { describe, expect, it } from 'vitest';
import { lexicon } from '../../../server/engine/lexicon/lexicon.ts';
import { guessLanguage } from '../../../server/engine/recognise/languages.ts';

describe('guessLanguage', () => {
  it.each([
    ['ron', 'Factură seria AB nr. 118 Furnizor Cumpărător Cantitate Preț unitar'],
    ['eng', 'Invoice date 3 May 2025 Bill to Quantity Unit price Amount due'],
    ['deu', 'Rechnung Nr. 118 Rechnungsdatum 03.05.2025 Menge Einzelpreis'],
    ['fra', 'Facture n° 118 Désignation Quantité Prix unitaire Montant'],
    ['ita', 'Fattura n. 118 Descrizione Quantità Prezzo Imponibile'],
    ['spa', 'Factura Fecha Cantidad Precio Vencimiento Base imponible'],
    ['hun', 'Számla sorszáma 118 Megnevezés Mennyiség Egységár Nettó'],
    ['bul', 'Фактура номер 118 Доставчик Получател Количество Цена'],
    ['pol', 'Faktura nr 118 Sprzedawca Nabywca Ilość Cena Wartość'],
    ['nld', 'Factuur Factuurnummer 118 Aantal Omschrijving Bedrag'],
    ['ces', 'Faktura číslo 118 Dodavatel Odběratel Množství Cena'],
    ['ell', 'Τιμολόγιο αριθμός 118 Προμηθευτής Πελάτης Ποσότητα Τιμή μονάδας'],
    ['por', 'Fatura Data de vencimento Quantidade Preço Valor'],
  ])('knows %s by the few words of a heading', (language, text) => {
    expect(guessLanguage(text.split(' '))).toBe(language);
  });

  it('knows words whose accented vowels the model of another language read as others', () => {
    expect(guessLanguage('Dâsignation Quantit& Montant rbglement â pâyer'.split(' '))).toBe('fra');
  });

  it("knows a till's receipt by its few words", () => {
    expect(guessLanguage(['CASH', 'BILL', 'Item', 'Qty', 'Change', '0.00', 'THANK', 'YOU'])).toBe('eng');
  });

  it('has a model for each language of the lexicon, but for those that are read from text layers only', () => {
    const textOnly = ['hr', 'sl'];
    for (const { language, labels } of lexicon())
      if (!textOnly.includes(language)) expect(guessLanguage(Object.values(labels).flat()), language).not.toBeNull();
  });

  it('does not know names, numbers, and what a page upside down looks like', () => {
    for (const text of [
      'Lindqvist Marovec 4410 Bergholm Tel. 0211 555 120 www.lindqvist.example',
      '118 2.450,00 19% 03.05.2025 7 12,50 € 87,50 € 104,13 €',
      'JequINN 93ueJnse0J uol3eN19d VAL 00SZ69 1ejo1 ejnjoed uaIdJ3',
    ])
      expect(guessLanguage(text.split(' '))).toBeNull();
  });

  it('does not choose between two languages that are as likely', () => {
    expect(guessLanguage(['Rechnungsdatum', 'Einzelpreis', 'Fattura', 'Prezzo', 'Quantità', 'Menge'])).toBeNull();
  });
});
