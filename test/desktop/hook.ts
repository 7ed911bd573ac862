import { registerHooks } from 'node:module';

/** Puts the stand-in where the desktop's compiled code imports electron. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: new URL('./electron.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});
