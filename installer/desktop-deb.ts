import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../server/resources.ts';
import { makeDeb } from './deb.ts';

/**
 * The desktop's Debian package, from the folder that electron-builder unpacked. Not electron-builder's own: that one is made
 * by a tool which it fetches from elsewhere, and would update itself without its signature being checked.
 */
const unpacked = 'build/installers/linux-unpacked';
const installed = 'opt/Facturier';
const program = 'facturier-desktop';

const sandbox = join(packageRoot, unpacked, 'chrome-sandbox');
if (!existsSync(sandbox)) throw new Error(`${unpacked} is not there; run npm run installers before.`);
// Where users may make no namespaces of their own, as on Ubuntu, Chromium's sandbox works only as root's own program.
chmodSync(sandbox, 0o4755);

makeDeb({
  name: 'facturier',
  // What Electron's program is linked against, or opens as it runs.
  depends: [
    'libasound2t64 | libasound2',
    'libatspi2.0-0',
    'libdrm2',
    'libgbm1',
    'libgtk-3-0',
    'libnotify4',
    'libnss3',
    'libsecret-1-0',
    'libxtst6',
    'xdg-utils',
  ],
  section: 'office',
  description: [
    'Reads invoices on this machine, with a window',
    'Turns invoices (PDF, pictures) into structured data, and says how sure it is',
    'of every field. Nothing leaves the machine.',
  ],
  copies: {
    [unpacked]: installed,
    'renderer/public/icon.svg': `usr/share/icons/hicolor/scalable/apps/${program}.svg`,
  },
  texts: {
    [`usr/bin/${program}`]: { text: `#!/bin/sh\nexec /${installed}/${program} "$@"\n`, mode: 0o755 },
    [`usr/share/applications/${program}.desktop`]: {
      text: [
        '[Desktop Entry]',
        'Type=Application',
        'Name=Facturier',
        'Comment=Reads invoices on this machine',
        'Comment[ro]=Citește facturi pe acest calculator',
        `Exec=/${installed}/${program} %F`,
        `Icon=${program}`,
        'Categories=Office;Finance;',
        'MimeType=application/pdf;image/jpeg;image/png;image/gif;image/webp;',
        'StartupWMClass=Facturier',
        '',
      ].join('\n'),
      mode: 0o644,
    },
  },
  // A file that many programs open: none of them, this one neither, becomes its first choice by being installed.
  scripts: {},
});
