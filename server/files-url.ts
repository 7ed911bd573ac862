import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { BucketAddress } from './store/bucket.ts';

/** What `files` must look like, for a sentence. */
const form = 's3://bucket/prefix?endpoint=https://host:port&region=name';
const parameterNames = ['endpoint', 'region', 'ca'];
/** Of stores that know no regions, most take this one. */
const usualRegion = 'us-east-1';

/**
 * The place in an S3-compatible store that a URL names, with what the variables and the file that AWS' own programs know
 * add to it: where the store is, its region and authorities, and the access key, which is nowhere else.
 * @throws Error in one sentence when it is no such URL, or there is no access key
 */
export function filesUrl(text: string, env: NodeJS.ProcessEnv): BucketAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  // It may hold a secret by mistake, so it is not repeated.
  if (url?.protocol !== 's3:') throw new Error(`The files must be given as ${form}.`);
  if (url.username || url.password || url.port) {
    throw new Error('The address of the files holds no access key; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  }
  const { searchParams: parameters, hostname: bucket } = url;
  const unknown = [...parameters.keys()].find((name) => !parameterNames.includes(name));
  if (unknown !== undefined) {
    throw new Error(`The address of the files has only the parameters ${parameterNames.join(', ')}.`);
  }
  const prefix = url.pathname.replaceAll(/^\/|\/$/g, '');
  if (!/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(bucket) || !/^([\w.-]+(\/[\w.-]+){0,9})?$/.test(prefix)) {
    throw new Error(`The files need a bucket, and a prefix of letters, digits and ._-/ if any: ${form}.`);
  }
  const region = parameters.get('region') || env.AWS_REGION || env.AWS_DEFAULT_REGION || null;
  const given = parameters.get('endpoint') || env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || null;
  if (given === null && region === null) throw new Error(`The files need an endpoint, or a region of AWS: ${form}.`);
  return {
    endpoint: given === null ? `https://s3.${region}.amazonaws.com` : originOf(given),
    region: region ?? usualRegion,
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    caFile: parameters.get('ca') || env.AWS_CA_BUNDLE || null,
    ...accessKey(env),
  };
}

function originOf(endpoint: string): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    throw new Error(
      "The endpoint of the files' store must be its https address, such as https://s3.office.example:9000.",
    );
  }
  return url.origin;
}

type AccessKey = Pick<BucketAddress, 'accessKeyId' | 'secretAccessKey'>;

function accessKey(env: NodeJS.ProcessEnv): AccessKey {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey };
  const path = env.AWS_SHARED_CREDENTIALS_FILE || join(homedir(), '.aws', 'credentials');
  const profile = env.AWS_PROFILE || 'default';
  const found = keyInFile(path, profile);
  if (found) return found;
  throw new Error(
    `The files' store needs an access key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or write both under [${profile}] in ${path}.`,
  );
}

/** The access key of a profile in a file as AWS' own programs keep it; null where there is none. */
function keyInFile(path: string, profile: string): AccessKey | null {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(`The access key in ${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  const settings = new Map<string, string>();
  let section = '';
  for (const line of content.split('\n').map((line) => line.trim())) {
    const equals = line.indexOf('=');
    if (line.startsWith('[')) section = line.slice(1, line.indexOf(']')).trim();
    else if (section === profile && equals > 0)
      settings.set(line.slice(0, equals).trim(), line.slice(equals + 1).trim());
  }
  const accessKeyId = settings.get('aws_access_key_id');
  const secretAccessKey = settings.get('aws_secret_access_key');
  return accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null;
}
