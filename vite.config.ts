import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The window's page, built once and served by the server to Electron and to browsers alike. */
export default defineConfig({
  root: 'renderer',
  base: '/',
  plugins: [react()],
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
