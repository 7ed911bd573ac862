import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { packageRoot } from '../../server/resources.ts';

export interface Expression {
  /** File and line. */
  at: string;
  source: string;
  flags: string;
}

interface Expressions {
  written: Expression[];
  /** Files that put expressions together when they run. */
  builtIn: string[];
}

/** Every regular expression in the code of a folder, found in its syntax. */
export function expressionsIn(folder: string): Expressions {
  const files = readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.[cm]?tsx?$/.test(name),
  );
  const written: Expression[] = [];
  const builtIn = new Set<string>();
  for (const name of files) {
    const path = join(folder, name);
    const file = ts.createSourceFile(path, readFileSync(join(packageRoot, path), 'utf8'), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        const { line } = file.getLineAndCharacterOfPosition(node.end);
        written.push({ at: `${path}:${line + 1}`, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
      }
      if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && isRegExp(node.expression)) builtIn.add(path);
      node.forEachChild(visit);
    };
    visit(file);
  }
  return { written, builtIn: [...builtIn].sort() };
}

function isRegExp(node: ts.Expression): boolean {
  return ts.isIdentifier(node) && node.text === 'RegExp';
}
