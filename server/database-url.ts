/**
 * A password in the URL of a database, which belongs neither on a command line, where everybody on the machine can read
 * it, nor in a log.
 */
export function holdsPassword(url: string): boolean {
  const user = /^\w+:\/\/([^/?#]*)@/.exec(url)?.[1] ?? '';
  return user.includes(':') || new URLSearchParams(url.split('?')[1]).has('password');
}

/**
 * The URL with what libpq's variables of the environment add to it.
 * @throws Error in one sentence when it is no URL of a PostgreSQL database
 */
export function databaseUrl(text: string, env: NodeJS.ProcessEnv): string {
  const [, scheme, address, query] = /^(postgres(?:ql)?:\/\/)([^?#]*)(?:\?([^#]*))?$/.exec(text) ?? [];
  // It may hold a password, so it is not repeated.
  if (scheme === undefined) throw new Error('The database must be given as postgres://user@host:port/name.');
  const parameters = new URLSearchParams(query);
  const local = parameters.get('host')?.startsWith('/') || /^([^@]*@)?(\/|%2f|$)/i.test(address ?? '');
  // A socket of this machine knows no TLS.
  const mode = parameters.get('sslmode') ?? (env.PGSSLMODE || 'prefer');
  parameters.set('sslmode', local ? 'disable' : mode === 'allow' ? 'prefer' : mode);
  if (!parameters.has('sslrootcert') && env.PGSSLROOTCERT) parameters.set('sslrootcert', env.PGSSLROOTCERT);
  if (!holdsPassword(text) && env.PGPASSWORD) parameters.set('password', env.PGPASSWORD);
  return `${scheme}${address}?${parameters}`;
}
