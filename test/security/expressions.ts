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

/** Every regular expression that is written in the server's code, found in its syntax. */
export function expressionsIn(folder: string): Expression[] {
  const files = readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  return files.flatMap((name) => {
    const path = join(folder, name);
    const file = ts.createSourceFile(path, readFileSync(join(packageRoot, path), 'utf8'), ts.ScriptTarget.Latest);
    const found: Expression[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        const { line } = file.getLineAndCharacterOfPosition(node.pos);
        found.push({ at: `${path}:${line + 1}`, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
      }
      node.forEachChild(visit);
    };
    visit(file);
    return found;
  });
}
