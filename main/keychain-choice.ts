import { dialog } from 'electron';
import type { KeychainProblem } from './server-process.ts';
import type { Words } from './words.ts';

/**
 * Asks what to do while the keychain cannot be used. A key that is already there can only be waited for; a new one may
 * go into a file, if the person at the machine says so.
 */
export async function askAboutKeychain(problem: KeychainProblem, words: Words): Promise<'again' | 'file' | 'quit'> {
  const isNew = problem.key === 'new';
  const choices = isNew ? (['again', 'file', 'quit'] as const) : (['again', 'quit'] as const);
  const labels = { again: words.tryAgain, file: words.useFile, quit: words.quit };
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Facturier',
    message: words.keychainTitle,
    detail: `${isNew ? words.keychainNew : words.keychainExisting}\n\n${problem.message}`,
    buttons: choices.map((choice) => labels[choice]),
    defaultId: 0,
    cancelId: choices.length - 1,
    noLink: true,
  });
  return choices[response] ?? 'quit';
}
