import { makeDeb } from './deb.ts';

/**
 * The Debian package for machines without a screen: `build/stage/server` as a service of a user of its own, on the Node
 * that it brings along. Run `npm run stage` before.
 */
const installed = 'opt/facturier-server';
makeDeb({
  name: 'facturier-server',
  depends: ['libc6', 'libstdc++6', 'systemd'],
  section: 'misc',
  description: [
    'Reads invoices on this machine, as a service',
    'Turns invoices (PDF, pictures) into structured data through a local API, and',
    'says how sure it is of every field. Nothing leaves the machine.',
  ],
  copies: {
    'build/stage/server': installed,
    'installer/linux/facturier.service': 'lib/systemd/system/facturier.service',
    'installer/linux/facturier.sysusers': 'usr/lib/sysusers.d/facturier.conf',
    'docs/admin.md': 'usr/share/doc/facturier-server/admin.md',
    'docs/operations.md': 'usr/share/doc/facturier-server/operations.md',
  },
  texts: { 'usr/bin/facturier': { text: `#!/bin/sh\nexec /${installed}/bin/facturier "$@"\n`, mode: 0o755 } },
  // The service is started by the administrator, who first settles where the master key comes from.
  scripts: {
    postinst: 'systemd-sysusers facturier.conf\nsystemctl daemon-reload || true',
    prerm: 'systemctl stop facturier.service || true',
    postrm: 'systemctl daemon-reload || true',
  },
});
