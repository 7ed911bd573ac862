import { randomUUID } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { filesUrl } from '../../server/files-url.ts';
import { type BucketAddress, openBucket } from '../../server/store/bucket.ts';
import type { StoreEnv } from './object-store.ts';

/** Makes an empty bucket. @param settings.versions keeps what is deleted @returns its name */
export async function createBucket(env: StoreEnv, settings: { versions?: boolean } = {}): Promise<string> {
  const name = `test-${randomUUID()}`;
  await ask(env, `/${name}`);
  if (settings.versions) {
    await ask(
      env,
      `/${name}?versioning`,
      '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>',
    );
  }
  return name;
}

async function ask(env: StoreEnv, path: string, body?: string): Promise<void> {
  const signed = await new AwsV4Signer({
    ...{ method: 'PUT', url: env.AWS_ENDPOINT_URL + path, service: 's3', region: env.AWS_REGION },
    ...{ accessKeyId: env.AWS_ACCESS_KEY_ID, secretAccessKey: env.AWS_SECRET_ACCESS_KEY },
  }).sign();
  const answer = await fetch(signed.url, { method: 'PUT', headers: signed.headers, ...(body && { body }) });
  if (!answer.ok) throw new Error(await answer.text());
}

/** A place in the store. */
export const placeIn = (env: StoreEnv, bucket: string, prefix: string): BucketAddress =>
  filesUrl(`s3://${bucket}/${prefix}`, env);

/** All objects in a place, whatever they are, each with its name. */
export async function objectsIn(place: BucketAddress): Promise<[name: string, bytes: Buffer][]> {
  const bucket = openBucket(place, Date.now);
  const bytesOf = async (name: string): Promise<Buffer> => (await bucket.get(name)) ?? Buffer.of();
  try {
    const names = await bucket.list('', '');
    return await Promise.all(names.map(async (name) => [name, await bytesOf(name)] as [string, Buffer]));
  } finally {
    bucket.close();
  }
}
