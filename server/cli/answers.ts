import { get as httpGet } from 'node:http';
import { get as httpsGet } from 'node:https';

/** A server on this machine answers at once; one that does not is not there. */
const answersWithinMs = 3_000;

/** Only whether somebody is there: whose certificate it is, the person's browser judges. */
export function answers(address: string): Promise<boolean> {
  const ask = address.startsWith('https:') ? httpsGet : httpGet;
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(answersWithinMs);
    ask(`${address}/healthz`, { signal, rejectUnauthorized: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).on('error', () => resolve(false));
  });
}
