import type { Label } from './candidates/labels.ts';
import { fold, tokensOf } from './candidates/text-lines.ts';

/** So many words before a label may say whose number it names. */
const reach = 7;

/** What is done to another document, folded: verbs need nothing behind them, nouns a preposition. */
const verbs =
  /^(inlocuieste|inlocuind|anuleaza|anuland|storneaza|stornare|storno|corecteaza|replaces|replacing|supersedes|cancels|cancelling|corrects|correcting|amends|crediting|ersetzt|storniert|korrigiert|berichtigt|remplace|annule|rectifie|corrige|sostituisce|annulla|rettifica|corregge|sustituye|anula|rectifica|substitui|zastepuje|anuluje|koryguje|vervangt|crediteert|nahrazuje|opravuje)$/;
const nouns =
  /^(corect|corre[ct]|korrekt|korekt|rectif|rettif|retif|berichtig|amend|modif|anular|annul|cancel|replac|remplac|ersatz|inlocuir|sostitu|sustitu|storn|credit|gutschrift|avoir|abono|oprav|koriguj)/;
const prepositions =
  /^(la|a|al|alla|allo|della|del|de|du|des|da|do|di|to|of|for|on|against|zu|zur|zum|der|die|vom|fur|sur|van|voor|op|k|ke|na|към|per|din|pentru|sobre)$/;
/** These only right beside the word for an invoice: a copy is called original as well. */
const participles =
  /^(helyesbitett|modositott|stornozott|stornierte|vorausgegangene|eredeti|dijbekero|original|originale|ursprungliche|initiala|initiale|previous|credited|korygowana|korygowanej|stornata|rectificada|rectifiee|anterioara|anterior|precedenta|precedente|precedent|elozo|vorherige|vorhergehende|vorige|voorgaande|oorspronkelijke|poprzednia|poprzedniej|pierwotna|predchozi|originaria|origine)$/;
const invoice =
  /^(invoice|factur\p{L}{0,2}|facture|rechnung|rechnungsnummer|fattura|faktur[aey]|szamla|szamlaszam|fatura)$/u;

/**
 * Whether a label says that it names another document, by itself or by the words before it: "Correction of invoice
 * no. 12", "Replaces invoice no. 12", "As per proforma invoice no. 12".
 */
export function isOfAnother({ line, start, end, leading }: Label): boolean {
  if (/proform/.test(fold(line.text.slice(start, end)))) return !leading;
  return namesAnother(line.text.slice(0, end));
}

/** Whether the last word for an invoice in the text is of another one: "Previous invoice:", "Replaces invoice no.". */
export function namesAnother(text: string): boolean {
  const words = tokensOf(text).map((token) => token.folded);
  const at = words.findLastIndex((word) => invoice.test(word));
  const before = words.slice(Math.max(0, at - reach), Math.max(0, at));
  const noun = before.findLastIndex((word) => nouns.test(word));
  return (
    before.some((word) => verbs.test(word)) ||
    [before.at(-1), words[at + 1]].some((word) => participles.test(word ?? '')) ||
    (noun >= 0 && before.slice(noun + 1).some((word) => prepositions.test(word)))
  );
}
