import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWindow, startWindow, type WindowUnderTest } from '../helpers/window.ts';

let window: WindowUnderTest;
beforeAll(async () => {
  window = await startWindow({ context: { viewport: { width: 1366, height: 768 } } });
});
afterAll(async () => {
  expect(window.complaints).toEqual([]);
  await window.close();
});

it('is taken over by those who share it, with the PIN that they have, and asked for where nobody has said', async () => {
  const { page } = window;
  await page.goto(`${new URL(page.url()).origin}/#/settings/people`);
  const add = async (name: string, pin: string): Promise<void> => {
    await page.getByLabel('Nume', { exact: true }).fill(name);
    await page.getByLabel('PIN (opțional)').fill(pin);
    await page.getByRole('button', { name: 'Salvează' }).click();
  };
  const people = page.getByRole('table', { name: 'Utilizatori' });
  await add('Ana Zorbin', '4071');
  // Whoever added her has not said who they are.
  await page.getByRole('heading', { name: 'Cine lucrează aici?' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.type('1111');
  await page.keyboard.press('Enter');
  await page.getByText('PIN greșit').waitFor();
  await page.getByLabel('PIN-ul pentru Ana Zorbin').fill('4071');
  await page.keyboard.press('Enter');
  await people.waitFor();
  await add('Ștefan Olaru', '');
  await page.getByRole('cell', { name: 'fără PIN' }).waitFor();
  await page.getByRole('button', { name: 'Ana Zorbin: schimbă utilizatorul' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ștefan Olaru' }).click();
  await page.getByRole('button', { name: 'Ștefan Olaru: schimbă utilizatorul' }).waitFor();
  // What is hers is not his to remove.
  await page.getByText('PIN-ul îl schimbă doar titularul').waitFor();
  expect(await page.getByRole('button', { name: /^Elimină/ }).count()).toBe(1);

  // A window of the same account that was opened anew asks again.
  const { page: other } = await openWindow(window.browser, window.folder);
  await other.getByRole('heading', { name: 'Cine lucrează aici?' }).waitFor();
  await other.getByRole('button', { name: 'Ștefan Olaru' }).click();
  await other.getByRole('navigation').first().waitFor();
});
