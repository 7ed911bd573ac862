/** Text that is markup already; everything else is escaped where it is put into a page. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | readonly Html[];

/** Markup with every part escaped that is not markup itself. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return { markup: strings.reduce((all, string, i) => all + string + (i < parts.length ? write(parts[i]!) : ''), '') };
}

function write(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return 'markup' in part ? part.markup : part.map((each) => each.markup).join('');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);
