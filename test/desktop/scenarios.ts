import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/appliance.ts';
import { freePort } from '../helpers/free-port.ts';
import { type Keyring, startKeyring } from '../helpers/keyring.ts';
import { haveKeyring } from '../helpers/prerequisites.ts';
import { dropFiles, samplePdf } from '../helpers/window.ts';
import type { Desktop, DesktopSettings, StartDesktop } from './driver.ts';

/** A session bus where nobody is, so that a test does not write into the keychain of whoever runs it. */
const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
/** What the person answers then. */
const keyInFile = ['Păstrează cheia într-un fișier'];

/** Everything in one folder, with the key in a file. */
export async function settingsIn(folder: string): Promise<DesktopSettings> {
  return {
    data: join(folder, 'data'),
    home: folder,
    port: await freePort(),
    env: noKeychain,
    answers: keyInFile,
  };
}

/** Answers what the window asks once, at its first start. */
export async function nameCompany(page: Page): Promise<void> {
  await page.getByLabel('CUI').fill('9900816346');
  await page.getByRole('button', { name: 'Salvează' }).click();
  await page.getByRole('button', { name: 'Omite' }).click();
  await page.getByRole('button', { name: 'La facturi' }).click();
  await page.getByText('Nicio factură aici').waitFor();
}

/** A day with the desktop. The tests follow one person and stand on each other. */
export function scenarios(start: StartDesktop): void {
  describe('a day with it', () => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    let settings: DesktopSettings;
    let desktop: Desktop;

    beforeAll(async () => {
      folder = await temporaryFolder();
      settings = await settingsIn(folder.path);
      desktop = await start(settings);
    });
    afterAll(async () => {
      await desktop?.quit();
      await folder.remove();
    });

    const row = (name: string) => desktop.page.getByRole('row', { name });

    it('opens its window signed in, without the token in the address', async () => {
      await desktop.page.getByLabel('CUI').waitFor();
      expect(desktop.page.url()).toBe(`http://127.0.0.1:${settings.port}/`);
      await nameCompany(desktop.page);
    });

    it('reads what is dropped into it', async () => {
      await dropFiles(desktop.page, [{ name: 'aruncata.pdf', bytes: readFileSync(samplePdf) }]);
      await row('aruncata.pdf')
        .getByText(/Fără observații|De verificat/)
        .waitFor({ timeout: 40_000 });
    });

    it('has it reviewed', async () => {
      const { page } = desktop;
      await row('aruncata.pdf').getByRole('link').click();
      await page.getByRole('textbox', { name: 'Număr factură' }).first().waitFor();
      await page.keyboard.press('Control+Enter');
      await page.getByRole('heading', { name: 'Facturi primite' }).waitFor();
      await row('aruncata.pdf').getByText('Confirmată').waitFor();
    });

    it('takes a file that is opened with it while it runs', async () => {
      const path = join(folder.path, 'deschisă cu.pdf');
      cpSync(samplePdf, path);
      expect(await desktop.startAgain(path)).toBe(0);
      await row('deschisă cu.pdf')
        .getByText(/Fără observații|De verificat/)
        .waitFor({ timeout: 40_000 });
    });

    it('starts its server again when that was killed, and the window goes on', async () => {
      const { page } = desktop;
      const before = await desktop.serverPid();
      process.kill(before, 'SIGKILL');
      await page.getByText('Facturier nu răspunde acum').waitFor();
      await page.getByText('Facturier nu răspunde acum').waitFor({ state: 'hidden', timeout: 40_000 });
      expect(await desktop.serverPid()).not.toBe(before);
      await row('aruncata.pdf').getByText('Confirmată').waitFor();
    });

    it('quits in good order and starts where it was, with the file that it is opened with', async () => {
      expect(await desktop.quit()).toBe(0);
      const path = join(folder.path, 'la pornire.pdf');
      cpSync(samplePdf, path);
      desktop = await start({ ...settings, args: [path] });
      await row('aruncata.pdf').getByText('Confirmată').waitFor({ timeout: 40_000 });
      await row('la pornire.pdf')
        .getByText(/Fără observații|De verificat/)
        .waitFor({ timeout: 40_000 });
    });

    it('keeps its key in a file only because it was told to', () => {
      expect(existsSync(join(settings.data, 'master.key'))).toBe(true);
    });
  });

  describe.skipIf(!haveKeyring())('with a keychain', () => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    let keyring: Keyring;

    beforeAll(async () => {
      folder = await temporaryFolder();
      keyring = await startKeyring();
    });
    afterAll(async () => {
      await keyring.stop();
      await folder.remove();
    });

    it('keeps its key there without asking, and asks while it is locked', async () => {
      const { DBUS_SESSION_BUS_ADDRESS } = keyring.env;
      const settings: DesktopSettings = {
        ...(await settingsIn(folder.path)),
        env: { DBUS_SESSION_BUS_ADDRESS },
        answers: [],
      };
      const first = await start(settings);
      await first.page.getByLabel('CUI').waitFor();
      expect(readFileSync(join(settings.data, 'master.key'), 'utf8')).toMatch(/^keychain /);
      expect(await first.quit()).toBe(0);

      await keyring.lock();
      const unlocking = setTimeout(() => void keyring.unlock(), 1_000);
      const again = Array.from({ length: 200 }, () => 'Încearcă din nou');
      const second = await start({ ...settings, answers: again });
      clearTimeout(unlocking);
      await second.page.getByLabel('CUI').waitFor();
      expect(await second.quit()).toBe(0);
    });
  });
}
