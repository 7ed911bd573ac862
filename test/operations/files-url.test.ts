import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesUrl } from '../../server/files-url.ts';
import { temporaryFolder } from '../helpers/appliance.ts';

const key = { AWS_ACCESS_KEY_ID: 'AKOFFICE', AWS_SECRET_ACCESS_KEY: 'Zaharia-7-punct' };
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

describe('the place of files in an S3 store', () => {
  it('is bucket and prefix, with endpoint, region and authorities', () => {
    const url = 's3://facturier/office/one/?endpoint=https://s3.office.example:9000&region=garage&ca=/etc/s3.pem';
    expect(filesUrl(url, key)).toEqual({
      endpoint: 'https://s3.office.example:9000',
      region: 'garage',
      bucket: 'facturier',
      prefix: 'office/one/',
      caFile: '/etc/s3.pem',
      accessKeyId: 'AKOFFICE',
      secretAccessKey: 'Zaharia-7-punct',
    });
  });

  it("takes what it leaves out from the variables of AWS' own programs", () => {
    const env = {
      AWS_ENDPOINT_URL: 'http://10.0.0.5:9000/',
      AWS_REGION: 'eu-1',
      AWS_CA_BUNDLE: '/etc/all.pem',
      ...key,
    };
    expect(filesUrl('s3://facturier', env)).toMatchObject({
      endpoint: 'http://10.0.0.5:9000',
      region: 'eu-1',
      prefix: '',
      caFile: '/etc/all.pem',
    });
    expect(filesUrl('s3://facturier?region=eu-2', { ...env, AWS_ENDPOINT_URL_S3: 'https://s3.example' })).toMatchObject(
      {
        endpoint: 'https://s3.example',
        region: 'eu-2',
      },
    );
    expect(filesUrl('s3://facturier', { ...key, AWS_DEFAULT_REGION: 'eu-central-1' }).endpoint).toBe(
      'https://s3.eu-central-1.amazonaws.com',
    );
    expect(filesUrl('s3://facturier?endpoint=https://s3.example', key).region).toBe('us-east-1');
  });

  it('takes the key from a file of theirs, by its profile', () => {
    const path = join(folder.path, 'credentials');
    const section = (name: string, id: string): string =>
      `[${name}]\r\n# of ${name}\naws_access_key_id = ${id}\naws_secret_access_key=se=cret/${id}+\n`;
    writeFileSync(path, section('default', 'ONE') + section('office', 'TWO'));
    const env = { AWS_SHARED_CREDENTIALS_FILE: path, AWS_REGION: 'eu-1' };
    expect(filesUrl('s3://facturier', env)).toMatchObject({ accessKeyId: 'ONE', secretAccessKey: 'se=cret/ONE+' });
    expect(filesUrl('s3://facturier', { ...env, AWS_PROFILE: 'office' }).accessKeyId).toBe('TWO');
    expect(() => filesUrl('s3://facturier', { ...env, AWS_PROFILE: 'none' })).toThrow(
      /needs an access key: .*\[none\]/,
    );
    expect(() => filesUrl('s3://facturier', { ...env, AWS_SHARED_CREDENTIALS_FILE: folder.path })).toThrow(
      /cannot be read/,
    );
  });

  it.each([
    ['postgres://facturier@db/facturier', /^The files must be given as s3:/],
    ['s3://AKOFFICE:Zaharia-7-punct@facturier', /holds no access key/],
    ['s3://facturier?secret=Zaharia-7-punct', /has only the parameters endpoint, region, ca/],
    ['s3://facturier', /need an endpoint, or a region/],
    ['s3://F?region=eu-1', /need a bucket/],
    ['s3://facturier/an office?region=eu-1', /need a bucket/],
    ['s3://facturier?endpoint=s3.office.example', /must be its https address/],
    ['s3://facturier?endpoint=https://AKOFFICE:Zaharia-7-punct@s3.example', /must be its https address/],
    ['s3://facturier?endpoint=https://s3.example/there', /must be its https address/],
  ])('that makes no sense is said in one sentence without a secret: %s', (url, sentence) => {
    expect(() => filesUrl(url, key)).toThrow(sentence);
    expect(() => filesUrl(url, key)).not.toThrow(/Zaharia/);
  });

  it('is never outside of what was named', () => {
    const parts = fc.array(fc.constantFrom('a', 'office', '..', '.', '/', '%2e', '%2F', '?', '#', ' ', 'ă'), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(parts, (path) => {
        let place: ReturnType<typeof filesUrl>;
        try {
          place = filesUrl(`s3://facturier/${path.join('')}`, { ...key, AWS_REGION: 'eu-1' });
        } catch {
          return;
        }
        const object = new URL(`${place.endpoint}/${place.bucket}/${place.prefix}doc_one`);
        expect(object.pathname).toBe(`/facturier/${place.prefix}doc_one`);
      }),
    );
  });
});
