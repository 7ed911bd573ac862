import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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

function packages(): { name: string; version: string; licence: string }[] {
  const lock = JSON.parse(readFileSync(new URL('package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, { version?: string; license?: string; dev?: boolean; devOptional?: boolean }>;
  };
  const inPage = /^(@mantine|@tanstack|@floating-ui|react|i18next|write-excel-file|fflate|recharts)/;
  const found = Object.entries(lock.packages).flatMap(([path, { version, license, dev }]) => {
    const name = path.replace(/^.*node_modules\//, '');
    return path !== '' && version && (!dev || inPage.test(name)) ? [{ name, version, licence: license ?? '–' }] : [];
  });
  const once = new Map(found.map((one) => [`${one.name} ${one.version}`, one]));
  return [...once.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
