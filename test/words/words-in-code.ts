import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { foldLetters } from '../../server/checks/fold.ts';
import { fields } from '../../server/contract/fields.ts';
import { packageRoot, resource } from '../../server/resources.ts';

/** A language's word in the code, which belongs into the lexicon. */
export interface WordInCode {
  /** File and line. */
  at: string;
  word: string;
}

/** In a string, shorter words are syllables of many languages, and abbreviations. */
const fewestLetters = 4;
/** In an expression, which texts are searched with, a shorter one is looked for as a word. */
const fewestSought = 2;

/**
 * Words of norms: account numbers (ISO 13616, ISO 9362), currencies (ISO 4217), names of domains (RFC 1035), entities of
 * XML.
 */
const ofNorms: readonly string[] = [
  ...['iban', 'swift', 'bic', 'euro', 'euros'],
  ...['www', 'com', 'net', 'org', 'info', 'eu', 'lt', 'gt'],
];
/** The program's English, protocols and file formats, where they share words with other languages. */
const ofTheProgram: readonly string[] = [
  ...[
    'auto',
    'base',
    'cell',
    'cent',
    'code',
    'control',
    'data',
    'discount',
    'done',
    'fact',
    'info',
    'mark',
    'model',
    'position',
  ],
  ...['comma', 'command', 'disposition', 'fall', 'filter', 'lang', 'roman'],
  // What OCR takes the sign № for.
  ...['ne', 'ме'],
  // A family of fonts in CSS.
  'sans',
  ...['amp', 'catalog', 'documents', 'escape', 'fold', 'folder', 'image', 'link', 'manifest', 'option', 'quota'],
  ...['regular', 'stop', 'style', 'text', 'true', 'version'],
];
/** Whose expressions search documents. */
const ofDocuments = /^server\/engine\//;
/** Norms name their parts in their countries' languages: parameters of codes, elements of e-invoices. */
const ofNormsAlone = /^server\/engine\/witnesses\/(codes|e-invoice)\//;

interface Vocabulary {
  english: ReadonlySet<string>;
  others: ReadonlySet<string>;
}

/** The words of the lexicon's files, as the code would be able to spell them. */
function vocabulary(): Vocabulary {
  const english = new Set<string>();
  const others = new Set<string>();
  for (const name of readdirSync(resource('lexicon')).filter((file) => file.endsWith('.json'))) {
    const text = readFileSync(resource('lexicon', name), 'utf8');
    for (const word of wordsOf(text)) (name === 'en.json' ? english : others).add(foldLetters(word));
  }
  return { english, others };
}

/** Runs of letters that are no part of a longer name ("vat_number", "isNamed", "4.0.0_best"). */
function wordsOf(text: string): string[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}_]+/gu)].flatMap(([name]) =>
    /^\p{Lu}*[\p{Ll}\p{Lo}\p{M}]*$/u.test(name) ? [name] : [],
  );
}

/** What an expression matches literally: without its flags and escapes; a class that is a choice of letters is its first one. */
const spelledOut = (expression: string): string =>
  expression
    .replace(/\/[a-z]*$/, '')
    .replace(/\\[pPu]\{[^}]*\}|\\./g, ' ')
    .replace(/(?<=\p{L})\[(\p{Ll})[^\]-]*\]/gu, '$1')
    .replace(/\[[^\]]*\]/g, ' ');

/**
 * Words of languages in strings and regular expressions of a program. An English word is the program's own in a string,
 * but in an expression it is looked for in texts, as any other.
 */
export function wordsInCode(file: string, program: string, { english, others } = vocabulary()): WordInCode[] {
  const source = ts.createSourceFile(
    file,
    program,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : undefined,
  );
  const found: WordInCode[] = [];
  const paths = new Set(fields.flatMap(({ path }) => path.split('.')));
  const isOfLexicon = (word: string): boolean => english.has(word) || others.has(word);
  const isKnown = (word: string): boolean => [...ofNorms, ...ofTheProgram].includes(word.toLowerCase());
  const isForeign = (word: string): boolean => {
    if (isKnown(word)) return false;
    if (/[^\p{ASCII}]/u.test(word)) return [...word].length > 1;
    return word.length >= fewestLetters && others.has(foldLetters(word)) && !english.has(foldLetters(word));
  };
  const look = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    const expression = ts.isRegularExpressionLiteral(node);
    if (
      expression ||
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    ) {
      const words = wordsOf(expression ? spelledOut(node.text) : node.text);
      const isSought = (word: string): boolean =>
        expression &&
        /\p{Ll}/u.test(word) &&
        word.length >= (ofDocuments.test(file) ? fewestSought : fewestLetters) &&
        isOfLexicon(foldLetters(word)) &&
        !paths.has(word) &&
        !isKnown(word);
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push(
        ...words.filter((word) => isForeign(word) || isSought(word)).map((word) => ({ at: `${file}:${line}`, word })),
      );
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

/** Words of languages in the code of the folders, without the norms' own names. */
export function wordsInFolders(folders: readonly string[]): WordInCode[] {
  const known = vocabulary();
  return folders.flatMap((folder) =>
    readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((file) => /\.tsx?$/.test(file) && !ofNormsAlone.test(file))
      .sort()
      .flatMap((file) => wordsInCode(file, readFileSync(join(packageRoot, file), 'utf8'), known)),
  );
}
