import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../../server/resources.ts';
import { temporaryFolder } from '../../helpers/appliance.ts';
import { haveWindowsTools } from '../../helpers/prerequisites.ts';
import { archiveHeader, build, electronFolder, fusesOf, run, windowsProgram } from './builder.ts';

/**
 * What electron-builder makes for Windows with Debian's NSIS and osslsigncode, a stand-in of Electron's program and a
 * certificate that is thrown away. Its own script for NSIS cannot be compiled here: it calls plugins which it fetches from
 * elsewhere, and runs what it makes under Wine to sign the uninstaller. So a script of a few lines stands in its place.
 */
describe.skipIf(!haveWindowsTools())('for Windows', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let out: string;
  let certificate: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    folder = await temporaryFolder();
    out = join(folder.path, 'out');
    certificate = join(folder.path, 'certificate.pem');
    env = { ...(await throwAwayCertificate(folder.path, certificate)), ...(await nsisFolders(folder.path)) };
    const electron = await electronFolder(join(folder.path, 'electron'), 'win32');
    const script = join(folder.path, 'installer.nsi');
    await writeFile(script, installerScript(join(out, 'win-unpacked')));
    const settings = ['--config', await withoutServer(folder.path), `-c.nsis.script=${script}`];
    await build(out, ['--win', 'nsis', `-c.electronDist=${electron}`, ...settings], env);
  });
  afterAll(() => folder.remove());

  const program = (): string => join(out, 'win-unpacked', 'Facturier.exe');

  it('the program is signed', () => expectSigned(program()));

  it('a program that was changed afterwards is not', async () => {
    const changed = join(folder.path, 'changed.exe');
    const bytes = readFileSync(program());
    bytes[4096] = bytes[4096]! ^ 1;
    await writeFile(changed, bytes);
    await expect(expectSigned(changed)).rejects.toThrow();
  });

  it("holds the archive's digest, and its fuses", async () => {
    const { text } = await archiveHeader(join(out, 'win-unpacked', 'resources', 'app.asar'));
    const digest = createHash('sha256').update(text).digest('hex');
    expect(readFileSync(program()).includes(digest)).toBe(true);
    expect(await fusesOf(program())).toMatchObject({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
    });
  });

  it('an installer is compiled, signed, and described for the updater', async () => {
    const name = (await readdir(out)).find((each) => /Setup.*\.exe$/.test(each)) ?? '';
    const installer = join(out, name);
    await expectSigned(installer);
    const { stdout } = await run('7z', ['l', installer]);
    expect(stdout).toMatch(/Type = Nsis/);
    expect(stdout).toMatch(/resources.app\.asar/);
    // Whoever signed it is who may sign an update.
    const settings = readFileSync(join(out, 'win-unpacked', 'resources', 'app-update.yml'), 'utf8');
    expect(settings).toContain('publisherName:\n  - Throw-away\n');
    const sha512 = createHash('sha512').update(readFileSync(installer)).digest('base64');
    expect(readFileSync(join(out, 'latest.yml'), 'utf8')).toContain(`sha512: ${sha512}`);
  });

  async function expectSigned(path: string): Promise<void> {
    const { stdout } = await run('osslsigncode', ['verify', '-CAfile', certificate, '-in', path]);
    expect(stdout).toContain('Signature verification: ok');
    expect(stdout).toContain('CN=Throw-away');
  }
});

/** The settings of the installers but for the server, which is large and the same as on Linux. */
async function withoutServer(folder: string): Promise<string> {
  const path = join(folder, 'electron-builder.yml');
  const settings = readFileSync(join(packageRoot, 'electron-builder.yml'), 'utf8');
  await writeFile(path, settings.replace(/^extraResources:\n(?: .*\n)+/m, ''));
  return path;
}

/** @returns what electron-builder signs with */
async function throwAwayCertificate(folder: string, certificate: string): Promise<Record<string, string>> {
  const key = join(folder, 'key.pem');
  const both = join(folder, 'both.pfx');
  const subject = ['-subj', '/CN=Throw-away', '-addext', 'extendedKeyUsage=codeSigning', '-days', '2'];
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    certificate,
    ...subject,
  ]);
  await run('openssl', [
    'pkcs12',
    '-export',
    '-inkey',
    key,
    '-in',
    certificate,
    '-out',
    both,
    '-passout',
    'pass:thrown',
  ]);
  return { CSC_LINK: both, CSC_KEY_PASSWORD: 'thrown', SIGNTOOL_PATH: (await which('osslsigncode')) ?? '' };
}

/** Debian's NSIS laid out as electron-builder looks for it, and the program that it lets installers ask for rights with. */
async function nsisFolders(folder: string): Promise<Record<string, string>> {
  const nsis = join(folder, 'nsis');
  const resources = join(folder, 'nsis-resources');
  await mkdir(join(nsis, 'linux'), { recursive: true });
  await mkdir(join(resources, 'plugins', 'x86-unicode'), { recursive: true });
  await symlink((await which('makensis')) ?? '', join(nsis, 'linux', 'makensis'));
  for (const name of ['Include', 'Contrib', 'Plugins', 'Stubs']) {
    await symlink(join('/usr/share/nsis', name), join(nsis, name));
  }
  await windowsProgram(nsis, 'elevate.exe');
  return {
    ELECTRON_BUILDER_NSIS_DIR: nsis,
    ELECTRON_BUILDER_NSIS_RESOURCES_DIR: resources,
    ELECTRON_BUILDER_7ZIP_PATH: (await which('7za')) ?? '',
  };
}

/** Installs a folder for the machine, and takes it away again. */
function installerScript(folder: string): string {
  return [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: NSIS fills it in
    'Name "${PRODUCT_NAME}"',
    'InstallDir "$PROGRAMFILES64\\Facturier"',
    'RequestExecutionLevel admin',
    'Section',
    '  SetOutPath $INSTDIR',
    `  File /r "${folder}/*"`,
    '  WriteUninstaller "$INSTDIR\\Uninstall.exe"',
    'SectionEnd',
    'Section Uninstall',
    '  RMDir /r $INSTDIR',
    'SectionEnd',
    '',
  ].join('\n');
}

async function which(name: string): Promise<string | undefined> {
  return (process.env.PATH ?? '')
    .split(':')
    .map((each) => join(each, name))
    .find((path) => existsSync(path));
}
