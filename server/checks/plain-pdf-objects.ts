/** Why a PDF is not plain does not matter: a real PDF reader looks at it then. */
export class NotPlain extends Error {}

export interface Reference {
  number: number;
  generation: number;
}
/** A name has its slash; null is whatever nobody asks for here. */
export type Value = number | string | null | Reference | Value[] | Dictionary;
export type Dictionary = Map<string, Value>;

/** Of one object; those above a page's content are short. */
const objectWithin = 4096;

/**
 * ISO 32000-1, 7.2 and 7.3, less what needs more than a look: comments, parentheses within strings, names with escapes.
 * In order: a bracket, a name, a reference's two numbers with what makes it another word, a number, anything else.
 */
const token =
  /[\0\t\n\f\r ]*(?:(<<|>>|\[|\])|(\/[^\0\t\n\f\r ()<>[\]{}/%#]+)|(\d{1,8}) (\d{1,5}) R([^\0\t\n\f\r ()<>[\]{}/%]?)|([+-]?\d{1,10}(?:\.\d*)?|[+-]?\.\d+)|(true|false|null|\((?:[^()\\]|\\[\s\S])*\)|<[0-9A-Fa-f\0\t\n\f\r ]*>))/y;
const objectHead = /^(\d{1,8}) (\d{1,5}) obj(?=[\0\t\n\f\r <])/;
const objectEnd = /[\0\t\n\f\r ]*endobj/y;
/** The header, and comments. */
const fileHead = /^%PDF-[^\r\n]*[\r\n](?:%[^\r\n]*[\r\n]|[\0\t\n\f\r ])*/;

/** The dictionary that is the object at an offset. @throws NotPlain for anything else */
export function readObject(file: Buffer, offset: number, { number, generation }: Reference): Dictionary {
  const text = textAt(file, offset, objectWithin);
  const [head, ownNumber, ownGeneration] = matched(objectHead, text);
  if (Number(ownNumber) !== number || Number(ownGeneration) !== generation) throw new NotPlain();
  const { dictionary, end } = readDictionary(text, head.length);
  objectEnd.lastIndex = end;
  if (!objectEnd.test(text)) throw new NotPlain();
  return dictionary;
}

/** The dictionary that a file's first object begins with. @throws NotPlain */
export function readFirstDictionary(file: Buffer): Dictionary {
  const text = textAt(file, 0, objectWithin);
  const start = matched(fileHead, text)[0].length;
  return readDictionary(text, start + matched(objectHead, text.slice(start))[0].length).dictionary;
}

/** @returns also where it ends. @throws NotPlain */
export function readDictionary(text: string, from: number): { dictionary: Dictionary; end: number } {
  token.lastIndex = from;
  const dictionary = readValue(text);
  if (!(dictionary instanceof Map)) throw new NotPlain();
  return { dictionary, end: token.lastIndex };
}

export function textAt(file: Buffer, at: number, length: number): string {
  if (at < 0 || at >= file.byteLength) throw new NotPlain();
  return file.toString('latin1', at, at + length);
}

/** @throws NotPlain where there is no match */
export function matched(form: RegExp, text: string): RegExpExecArray {
  const match = form.exec(text);
  if (!match) throw new NotPlain();
  return match;
}

/** Goes on where `token` ended last. */
function readValue(text: string): Value {
  const value = readToken(text);
  if (value === '<<') return readEntries(text);
  if (value === '[') return readItems(text);
  if (value === '>>' || value === ']') throw new NotPlain();
  return value;
}

function readEntries(text: string): Dictionary {
  const entries: Dictionary = new Map();
  for (let key = readToken(text); key !== '>>'; key = readToken(text)) {
    if (typeof key !== 'string' || !key.startsWith('/')) throw new NotPlain();
    entries.set(key.slice(1), readValue(text));
  }
  return entries;
}

function readItems(text: string): Value[] {
  const items: Value[] = [];
  for (let from = token.lastIndex; readToken(text) !== ']'; from = token.lastIndex) {
    token.lastIndex = from;
    items.push(readValue(text));
  }
  return items;
}

function readToken(text: string): number | string | null | Reference {
  const [, bracket, name, number, generation, more, amount] = matched(token, text);
  if (bracket !== undefined) return bracket;
  if (name !== undefined) return name;
  if (more) throw new NotPlain();
  if (number !== undefined) return { number: Number(number), generation: Number(generation) };
  return amount === undefined ? null : Number(amount);
}
