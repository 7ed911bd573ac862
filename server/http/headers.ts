import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * The usual protective headers, without the two that insist on TLS: the appliance answers plain HTTP on its own
 * machine, and a browser that was once told otherwise would not find it again.
 */
export function securityHeaders(): RequestHandler {
  return helmet({
    strictTransportSecurity: false,
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
  });
}
