import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../server/resources.ts';

/**
 * Makes the Debian package for machines without a screen from `build/stage/server`: the server as a service of a user of
 * its own, on the Node that it brings along.
 */
const root = join(packageRoot, 'build', 'server-deb');
const installed = 'opt/facturier-server';
const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
const architecture = { x64: 'amd64', arm64: 'arm64' }[process.arch as 'x64' | 'arm64'] ?? process.arch;

rmSync(root, { recursive: true, force: true });
const put = (from: string, to: string): void => cpSync(join(packageRoot, from), join(root, to), { recursive: true });
put('build/stage/server', installed);
put('installer/linux/facturier.service', 'lib/systemd/system/facturier.service');
put('installer/linux/facturier.sysusers', 'usr/lib/sysusers.d/facturier.conf');
put('docs/admin.md', 'usr/share/doc/facturier-server/admin.md');
put('LICENSE', 'usr/share/doc/facturier-server/copyright');
write('usr/bin/facturier', `#!/bin/sh\nexec /${installed}/bin/facturier "$@"\n`, 0o755);

write(
  'DEBIAN/control',
  `Package: facturier-server
Version: ${version}
Architecture: ${architecture}
Maintainer: Facturier <facturier@localhost>
Depends: libc6, libstdc++6, systemd
Section: misc
Priority: optional
Description: Reads invoices on this machine, as a service
 Turns invoices (PDF, pictures) into structured data through a local API, and
 says how sure it is of every field. Nothing leaves the machine.
`,
);
// The service is started by the administrator, who first settles where the master key comes from.
write(
  'DEBIAN/postinst',
  '#!/bin/sh\nset -e\nsystemd-sysusers facturier.conf\nsystemctl daemon-reload || true\n',
  0o755,
);
write('DEBIAN/prerm', '#!/bin/sh\nset -e\nsystemctl stop facturier.service || true\n', 0o755);
write('DEBIAN/postrm', '#!/bin/sh\nset -e\nsystemctl daemon-reload || true\n', 0o755);

const target = join(packageRoot, 'build', `facturier-server_${version}_${architecture}.deb`);
execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z1', '--build', root, target], { stdio: 'inherit' });

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
  chmodSync(join(root, path), mode);
}
