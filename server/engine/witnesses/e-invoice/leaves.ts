import { Decimal } from 'decimal.js';
import { isoDate } from '../../../checks/dates.ts';
import { ownText, type XmlElement } from './xml.ts';

/** A text of an XML document. */
export interface Leaf {
  /** Its element's name behind that of the one around it. */
  name: string;
  text: string;
  /** As a field has it: a number without zeros at its end, a day with hyphens. */
  plain: string;
}

/** Longer ones are files. */
const longest = 500;
const most = 20_000;

/** The texts of an element, in the order of their names; each that is the same as another one of its name once. */
export function leavesOf(root: XmlElement): Leaf[] {
  const found = new Map<string, Leaf>();
  const look = (element: XmlElement, around: string): void => {
    for (const [name, children] of Object.entries(element)) {
      if (name.startsWith('@') || found.size > most) continue;
      for (const child of Array.isArray(children) ? children : [children]) {
        const inside = typeof child === 'string' ? { '#text': child } : child;
        const text = name === '#text' ? null : ownText(inside)?.replaceAll('\n', ' ');
        const full = around === '' ? name : `${around} / ${name}`;
        if (text && text.length <= longest) found.set(`${full}\n${text}`, { name: full, text, plain: plainOf(text) });
        if (name !== '#text' && typeof child !== 'string') look(child, name);
      }
    }
  };
  look(root, '');
  return [...found.values()];
}

function plainOf(text: string): string {
  if (/^[+-]?\d{1,15}(\.\d{1,15})?$/.test(text)) {
    const day = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
    const date = day && isoDate(Number(day[1]), Number(day[2]), Number(day[3]));
    return date ?? new Decimal(text).toString();
  }
  return text;
}
