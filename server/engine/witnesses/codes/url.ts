/** The address in a code, when it is a secure one at the named host and path. */
export function urlOf(text: string, host: RegExp, path: RegExp): URL | null {
  const url = URL.parse(text.trim());
  return url?.protocol === 'https:' && host.test(url.hostname) && path.test(url.pathname) ? url : null;
}
