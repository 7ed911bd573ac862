import { XMLParser } from 'fast-xml-parser';

/** Elements in their order, as the parser gives them: one key is the element's name or #text, `:@` has the attributes. */
type Ordered = { [name: string]: Ordered[] | string | Record<string, string> };

const attributesKey = ':@';
const deepest = 20;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  maxNestedTags: deepest,
});

/**
 * What canonical forms are told apart by: whether an element takes over every name space around it, or those that it uses.
 * Each may be one with comments too, which is the same where there are none.
 */
const algorithms: Record<string, { exclusive: boolean }> = {
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315': { exclusive: false },
  'http://www.w3.org/2006/12/xml-c14n11': { exclusive: false },
  'http://www.w3.org/2001/10/xml-exc-c14n': { exclusive: true },
};

/**
 * The canonical form of the one element of a name in a document, as it is signed (Canonical XML 1.0 and 1.1, Exclusive
 * XML Canonicalization 1.0).
 * @param text a document without a document type, as {@link parseXml} has seen it
 * @param name of the element, without its prefix
 * @returns null for an algorithm that is not known, where the form depends on what is not looked at (entities, comments,
 *   instructions, attributes of xml:, lists of prefixes), and unless there is one element of that name
 */
export function canonicalElement(text: string, name: string, algorithm: string): string | null {
  const plain = algorithm.split('#')[0]!;
  const how = Object.hasOwn(algorithms, plain) ? algorithms[plain]! : null;
  const [start, end] = [text.indexOf(name), text.lastIndexOf(name)];
  if (!how || /&(?!amp;|lt;|gt;)|<[!?]|PrefixList/.test(text.slice(start, end))) return null;
  if (/\sxml:/.test(text.slice(0, end))) return null;
  const document = parser.parse(text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')) as Ordered[];
  const found = elementsNamed(document, name, new Map());
  const [one] = found;
  return found.length === 1 && one ? written(one.element, one.spaces, new Map(), how.exclusive) : null;
}

type Spaces = ReadonlyMap<string, string>;

function elementsNamed(
  nodes: readonly Ordered[],
  name: string,
  around: Spaces,
): { element: Ordered; spaces: Spaces }[] {
  return nodes.flatMap((element) => {
    const own = nameOf(element);
    if (own === null) return [];
    const spaces = within(element, around);
    const inside = elementsNamed(childrenOf(element, own), name, spaces);
    return own.split(':').at(-1) === name ? [{ element, spaces: around }, ...inside] : inside;
  });
}

/** @param shown name spaces that were written around the element already */
function written(node: Ordered, around: Spaces, shown: Spaces, exclusive: boolean): string {
  const name = nameOf(node);
  if (name === null) return textOf(node);
  const spaces = within(node, around);
  const plain = Object.entries(attributesOf(node)).filter(([key]) => !isSpace(key));
  const used = new Set([prefixOf(name), ...plain.map(([key]) => prefixOf(key)).filter((prefix) => prefix !== '')]);
  const due = [...spaces].filter(
    ([prefix, uri]) =>
      (!exclusive || used.has(prefix)) && shown.get(prefix) !== uri && !(uri === '' && !shown.has(prefix)),
  );
  const byCode = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : a > b ? 1 : 0);
  const declared = due
    .sort(byCode)
    .map(([prefix, uri]) => ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${quoted(uri)}"`);
  // Attributes stand in the order of their name spaces, those without one first.
  const ordered = plain.sort((a, b) => byCode([orderOf(a[0], spaces), ''], [orderOf(b[0], spaces), '']));
  const attributes = ordered.map(([key, value]) => ` ${key}="${quoted(value)}"`);
  const now = new Map([...shown, ...due]);
  const inside = childrenOf(node, name).map((child) => written(child, spaces, now, exclusive));
  return `<${name}${declared.join('')}${attributes.join('')}>${inside.join('')}</${name}>`;
}

const orderOf = (key: string, spaces: Spaces): string => {
  const prefix = prefixOf(key);
  return prefix === '' ? ` ${key}` : `${spaces.get(prefix) ?? ''} ${key.slice(prefix.length + 1)}`;
};

function nameOf(node: Ordered): string | null {
  return Object.keys(node).find((key) => key !== attributesKey && !/^[#?]/.test(key)) ?? null;
}

function textOf(node: Ordered): string {
  const text = node['#text'];
  return typeof text === 'string' ? text.replaceAll('>', '&gt;') : '';
}

const childrenOf = (node: Ordered, name: string): Ordered[] => node[name] as Ordered[];
const attributesOf = (node: Ordered): Record<string, string> => (node[attributesKey] ?? {}) as Record<string, string>;
const isSpace = (key: string): boolean => key === 'xmlns' || key.startsWith('xmlns:');
const prefixOf = (name: string): string => (name.includes(':') ? name.slice(0, name.indexOf(':')) : '');
/** As it is written between quotes: only what the check above lets through can stand there. */
const quoted = (value: string): string =>
  value.replaceAll('&gt;', '>').replaceAll('"', '&quot;').replaceAll('\t', '&#x9;').replaceAll('\n', '&#xA;');

function within(node: Ordered, around: Spaces): Spaces {
  const own = Object.entries(attributesOf(node)).filter(([key]) => isSpace(key));
  return own.length === 0 ? around : new Map([...around, ...own.map(([key, uri]) => [key.slice(6), uri] as const)]);
}
