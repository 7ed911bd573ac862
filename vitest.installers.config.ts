import { defineConfig } from 'vitest/config';

/** `npm run test:installers`: builds what installers are made of and looks at it. It takes minutes, so it is run by itself. */
export default defineConfig({
  test: {
    include: ['test/installer/built/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 600_000,
    fileParallelism: false,
  },
});
