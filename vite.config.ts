import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { isLicence } from './installer/left-out.ts';
import { closure, desktopPackages, pagePackages, serverPackages } from './installer/shipped.ts';
import { packageRoot } from './server/resources.ts';

/** The window's page, built once and served by the server to Electron and to browsers alike. */
export default defineConfig({
  root: 'renderer',
  base: '/',
  plugins: [react(), licences(), loadedAtOnce('window')],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    // light-dark() is passed on as it is from Chromium 123; Firefox and Safari have it since 2024.
    target: ['chrome125', 'firefox128', 'safari18'],
    chunkSizeWarningLimit: 1500,
    // The first screen is two files: dozens of small ones took longer to find in the browser's cache than to run.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: 'window', test: /renderer\/window\.tsx$/ },
          ],
        },
      },
    },
    // The page's policy allows images and fonts from the server only, so nothing may become a data address.
    assetsInlineLimit: 0,
  },
});

/** Has the page load a part at once that it imports only as it runs. */
function loadedAtOnce(name: string): Plugin {
  return {
    name: 'loaded at once',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle)
          .filter((one) => one.type === 'chunk' && one.name === name)
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head',
          })),
    },
  };
}

/** The packages whose work is in the program or in its page, with their licences, as a module for the page. */
function licences(): Plugin {
  const id = 'virtual:licences';
  return {
    name: 'licences',
    resolveId: (source) => (source === id ? id : null),
    load: (source) => (source === id ? `export default ${JSON.stringify(packages())}` : null),
  };
}

function packages(): { name: string; version: string; licence: string; text: string }[] {
  const all = [...serverPackages(), ...closure(desktopPackages), ...pagePackages()];
  const once = new Map(all.map((one) => [`${one.name} ${one.version}`, one]));
  return [...once.values()]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ path, name, version, licence }) => ({ name, version, licence, text: licenceText(path) }));
}

/** The texts that a package brings; empty where it brings none but its licence's name. */
function licenceText(path: string): string {
  const folder = join(packageRoot, path);
  const files = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isFile() && isLicence(one.name));
  return files.map(({ name }) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n');
}
