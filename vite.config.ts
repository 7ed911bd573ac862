import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { closure, desktopPackages, pagePackages, type ShippedPackage, serverPackages } from './installer/shipped.ts';

/** The window's page, built once and served by the server to Electron and to browsers alike. */
export default defineConfig({
  root: 'renderer',
  base: '/',
  plugins: [react(), licences()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    // light-dark() is passed on as it is from Chromium 123; Firefox and Safari have it since 2024.
    target: ['chrome125', 'firefox128', 'safari18'],
    // Everything comes over loopback in one go; splitting would only add round trips.
    chunkSizeWarningLimit: 1500,
    // The page's policy allows images and fonts from the server only, so nothing may become a data address.
    assetsInlineLimit: 0,
  },
});

/** The packages whose work is in the program or in its page, with their licences, as a module for the page. */
function licences(): Plugin {
  const id = 'virtual:licences';
  return {
    name: 'licences',
    resolveId: (source) => (source === id ? id : null),
    load: (source) => (source === id ? `export default ${JSON.stringify(packages())}` : null),
  };
}

function packages(): Pick<ShippedPackage, 'name' | 'version' | 'licence'>[] {
  const all = [...serverPackages(), ...closure(desktopPackages), ...pagePackages()];
  const once = new Map(all.map(({ name, version, licence }) => [`${name} ${version}`, { name, version, licence }]));
  return [...once.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
