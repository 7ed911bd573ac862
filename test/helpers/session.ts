/** What the page that was signed in by this answer sends with each request: the session's cookie, and its own secret. */
export async function signedInBy(answer: Response): Promise<{ Cookie: string; 'X-Facturier': string }> {
  const { page } = (await answer.json()) as { page: string };
  return { Cookie: String(answer.headers.get('Set-Cookie')).split(';')[0]!, 'X-Facturier': page };
}
