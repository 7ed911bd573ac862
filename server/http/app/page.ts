import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import { packageRoot } from '../../resources.ts';

const folder = join(packageRoot, 'dist', 'renderer');

/**
 * The window's page and what it loads: the same for everybody, it holds nothing. A headless build without a renderer
 * simply has no page.
 */
export function page(): Router {
  const router = Router();
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return router;
  const html = readFileSync(index, 'utf8');
  router.get('/', servePage(html));
  // Built files have a digest of their content in their name.
  router.use('/assets', express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', index: false }));
  router.get('/icon.svg', (_req, res) => res.sendFile(join(folder, 'icon.svg')));
  return router;
}

/** Nothing is loaded or spoken to but this server, nothing inline runs, and nobody may frame the page. */
function servePage(html: string): RequestHandler {
  return (_req, res) => {
    // The component library adds style elements of its own, and only those with this answer's nonce count.
    const nonce = randomBytes(16).toString('base64');
    res.set('Content-Security-Policy', policy(nonce));
    res.set('Cache-Control', 'no-store');
    res.type('html').send(html.replace('{{style-nonce}}', nonce));
  };
}

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Page pictures are shown from memory.
    "img-src 'self' blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
