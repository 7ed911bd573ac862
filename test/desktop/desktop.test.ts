import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { facturier, temporaryFolder } from '../helpers/appliance.ts';
import { dropFiles, samplePdf } from '../helpers/window.ts';
import type { DesktopSettings } from './driver.ts';
import { nameCompany, scenarios, settingsIn } from './scenarios.ts';
import { type StandInDesktop, spawnStandIn, startStandIn } from './stand-in-driver.ts';

/** The desktop's compiled main code over the stand-in of Electron, with the real server and a real Chromium. */
/** Real processes and a real browser on a busy machine: slow is no failure here. */
const patient = { timeout: 90_000 };

describe('the desktop', patient, () => scenarios(startStandIn));

describe('the desktop and the system', patient, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let settings: DesktopSettings;
  let desktop: StandInDesktop;
  let hidden: StandInDesktop & { connect(): Promise<void> };
  let said: (name: string) => unknown[][];

  beforeAll(async () => {
    folder = await temporaryFolder();
    settings = await settingsIn(folder.path);
    desktop = await startStandIn(settings);
    said = desktop.recorded;
  });
  afterAll(async () => {
    desktop?.kill();
    hidden?.kill();
    await folder.remove();
  });

  const until = (name: string, expected: unknown) =>
    expect.poll(() => said(name), { timeout: 20_000 }).toEqual(expected);

  it('treats the page like any web page', () => {
    expect(said('BrowserWindow')).toEqual([
      [
        'BrowserWindow',
        { sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false, spellcheck: false },
      ],
    ]);
  });

  it('grants no permission but writing to the clipboard and into a folder that a person picked', () => {
    for (const kind of ['request', 'check']) {
      const granted = said(kind).filter(([, , yes]) => yes);
      expect(granted).toEqual([
        [kind, 'clipboard-sanitized-write', true],
        [kind, 'fileSystem', true],
      ]);
    }
    expect(said('device')).toEqual([['device', false]]);
    // Somebody's certificate is for Chromium to judge.
    expect(said('certificate')).toEqual([['certificate', -3]]);
  });

  it('keeps what crashed on this machine', () => {
    expect(said('crashReporter')).toEqual([['crashReporter', { uploadToServer: false }]]);
  });

  it('asked before it kept its key in a file, and said why', () => {
    const [[, message, detail, buttons] = []] = said('showMessageBox');
    expect(message).toBe('Cheia datelor nu poate fi deschisă');
    expect(detail).toContain("The system's keychain cannot be used");
    expect(buttons).toEqual(['Încearcă din nou', 'Păstrează cheia într-un fișier', 'Închide Facturier']);
  });

  it('has one bridge to the page, which shows the data folder', async () => {
    const { page } = desktop;
    await page.goto(`http://127.0.0.1:${settings.port}/#/settings/keeping`);
    await page.getByRole('button', { name: 'Arată dosarul cu date' }).click();
    await until('openPath', [['openPath', settings.data]]);
    expect(await page.evaluate('Object.keys(window.desktop)')).toEqual([
      'signIn',
      'showDataFolder',
      'takeFile',
      'setSending',
      'onFiles',
    ]);
  });

  it('answers no frame inside the page, and only numbers of files', async () => {
    const { page } = desktop;
    const asked = page.evaluate(`(async () => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      try {
        return await frame.contentWindow.standInInvoke('signIn');
      } catch (error) {
        return error.message;
      } finally {
        frame.remove();
      }
    })()`);
    expect(await asked).toContain("not Facturier's own");
    expect(await page.evaluate("window.desktop.setSending('many').catch((error) => error.message)")).toContain(
      'whole number',
    );
  });

  it('goes nowhere else and opens no other window; the one address outside opens in the browser', async () => {
    const { page } = desktop;
    await page.evaluate("location.href = 'http://127.0.0.1:1/elsewhere'").catch(() => undefined);
    await page.evaluate("void window.open('http://127.0.0.1:1/popup')");
    await until('popup', [['popup', 'deny']]);
    expect(new URL(page.url()).port).toBe(String(settings.port));
    desktop.wish({ do: 'click', label: 'Descrierea API-ului' });
    await until('openExternal', [['openExternal', `http://127.0.0.1:${settings.port}/v1/openapi.json`]]);
  });

  it('signs its window in anew when the session has ended', async () => {
    const { page } = desktop;
    await page.context().clearCookies();
    await page.goto(`http://127.0.0.1:${settings.port}/`);
    await nameCompany(page);
  });

  it('says beside the clock what it does, and reads nothing while it is paused', async () => {
    expect(said('Tray')).toEqual([['Tray', true]]);
    desktop.wish({ do: 'click', label: 'Oprește citirea pentru moment' });
    await expect
      .poll(() => said('tray').at(-1), { timeout: 20_000 })
      .toEqual(['tray', 'Facturier: Citirea este oprită']);
    await dropFiles(desktop.page, [{ name: 'asteapta.pdf', bytes: readFileSync(samplePdf) }]);
    const row = desktop.page.getByRole('row', { name: 'asteapta.pdf' });
    await row.getByText('În așteptare').waitFor();
    // Longer than a reading loop sleeps between two looks.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await row.getByText('În așteptare').waitFor();
  });

  it('goes on out of sight when its window is closed, and says when everything dropped is read', async () => {
    desktop.wish({ do: 'close' });
    await until('hide', [['hide']]);
    desktop.wish({ do: 'click', label: 'Continuă citirea' });
    await expect.poll(() => said('notification'), { timeout: 20_000 }).toHaveLength(1);
    expect(said('notification')[0]?.[1]).toBe('Factura este citită');
    expect(said('tray')).toContainEqual(['tray', 'Facturier: O factură se citește']);
    await expect
      .poll(() => said('tray').at(-1), { timeout: 20_000 })
      .toEqual(['tray', 'Facturier: Nu așteaptă nicio factură']);
    const shown = said('show').length;
    desktop.wish({ do: 'notification' });
    await expect.poll(() => said('show').length, { timeout: 20_000 }).toBe(shown + 1);
  });

  it('takes a file that the system opens with it', async () => {
    desktop.wish({ do: 'open-file', path: samplePdf });
    await desktop.page
      .getByRole('row', { name: 'invoice.pdf' })
      .getByText(/Fără observații|De verificat/)
      .waitFor({ timeout: 20_000 });
  });

  it('looks for what came due when the machine wakes', async () => {
    expect(said('to server')).not.toContainEqual(['to server', { type: 'wake' }]);
    desktop.wish({ do: 'resume' });
    await expect.poll(() => said('to server').at(-1), { timeout: 20_000 }).toEqual(['to server', { type: 'wake' }]);
  });

  it('starts at login, and then without a window', async () => {
    desktop.wish({ do: 'click', label: 'Pornește odată cu calculatorul' });
    const entry = join(folder.path, 'appData', 'autostart', 'facturier.desktop');
    await expect.poll(() => existsSync(entry), { timeout: 20_000 }).toBe(true);
    expect(readFileSync(entry, 'utf8')).toContain('--hidden');
    desktop.wish({ do: 'click', label: 'Pornește odată cu calculatorul' });
    await expect.poll(() => existsSync(entry), { timeout: 20_000 }).toBe(false);
  });

  it('does not end before what is being sent is kept', async () => {
    const { page } = desktop;
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let isSending = false;
    await page.route(/\/app\/documents\?filename=/, async (route) => {
      isSending = true;
      await held;
      await route.continue();
    });
    await dropFiles(page, [{ name: 'pe-drum.pdf', bytes: readFileSync(samplePdf) }]);
    await expect.poll(() => isSending, { timeout: 20_000 }).toBe(true);
    const exit = desktop.quit();
    await expect.poll(() => said('hide').length, { timeout: 20_000 }).toBe(2);
    // Were it not waited for, it would have gone by now.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(desktop.process.exitCode).toBeNull();
    goOn();
    expect(await exit).toBe(0);
    const { stderr } = await facturier(settings.data, 'open');
    expect(stderr).toContain('No server is running');
  });

  it('keeps a log of its own and of its server, and opens its window where it stood', async () => {
    const log = readFileSync(join(folder.path, 'logs', 'facturier.log'), 'utf8');
    expect(log).toContain('"msg":"Stopped"');
    hidden = await spawnStandIn({ ...settings, args: ['--hidden'] });
    await expect
      .poll(
        () =>
          fetch(`http://127.0.0.1:${settings.port}/healthz`).then(
            ({ status }) => status,
            () => 0,
          ),
        {
          timeout: 20_000,
        },
      )
      .toBe(200);
    expect(hidden.recorded('BrowserWindow')).toHaveLength(1);
    hidden.wish({ do: 'click', label: 'Deschide Facturier' });
    await vi.waitFor(hidden.connect, { timeout: 20_000, interval: 200 });
    expect(hidden.recorded('bounds').at(-1)).toEqual(['bounds', { x: 40, y: 30, width: 1400, height: 900 }]);
    // What was on its way when the program was quit.
    await hidden.page.getByRole('row', { name: 'pe-drum.pdf' }).waitFor();
    expect(await hidden.quit()).toBe(0);
  });

  it('says in one sentence why it cannot start', async () => {
    const blocker = createServer();
    const taken = await new Promise<number>((resolve) => {
      blocker.listen(0, '127.0.0.1', () => resolve(Number((blocker.address() as { port: number }).port)));
    });
    const failed = await spawnStandIn({ ...settings, port: taken });
    expect(await failed.ended).toBe(1);
    expect(failed.recorded('showErrorBox').at(-1)).toEqual([
      'showErrorBox',
      'Facturier',
      expect.stringContaining(`Port ${taken}`),
    ]);
    blocker.close();
  });
});
