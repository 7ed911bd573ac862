/** An element with its text, or with what is in it; null and an empty list leave it out. */
export type Element = readonly [
  name: string,
  content: string | null | readonly Element[],
  attributes?: Record<string, string>,
];

/**
 * A document in UTF-8. Elements that hold nothing are left out, so that nothing is said where nothing is known.
 * @param root its name may carry namespaces in its attributes
 */
export function xmlOf(root: Element, comment: string | null = null): Uint8Array {
  const note = comment === null ? '' : `<!-- ${comment.replaceAll('--', '- ')} -->\n`;
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${note}${written(root, '')}`, 'utf8');
}

function written([name, content, attributes = {}]: Element, indent: string): string {
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const open = `${indent}<${name}${said.join('')}`;
  if (typeof content === 'string') return `${open}>${escaped(content)}</${name}>\n`;
  const inner = (content ?? []).map((element) => (isEmpty(element) ? '' : written(element, `${indent}  `)));
  return `${open}>\n${inner.join('')}${indent}</${name}>\n`;
}

function isEmpty([, content]: Element): boolean {
  return content === null || (typeof content !== 'string' && content.every(isEmpty));
}

/** Without what XML 1.0 has no place for, however it is written: most control characters. */
export const writable = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');

function escaped(text: string): string {
  return writable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
