/** The oldest Node on which the native parts run; on an older one some of them end the process without a word. */
const needed = { major: 22, minor: 13 };

/** What to do, in one sentence, when this Node is too old; else null. Ask before any native module is loaded. */
export function nodeProblem(version: string = process.versions.node): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > needed.major || (major === needed.major && minor >= needed.minor)) return null;
  return (
    `Facturier needs Node ${needed.major}.${needed.minor} or newer and this is ${version}: ` +
    'start it with `npx facturier` in its folder, which brings its own, or install a newer Node.'
  );
}
