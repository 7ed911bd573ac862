import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../helpers/appliance.ts';
import { haveStrace } from '../helpers/prerequisites.ts';
import { databaseFaults } from './database-faults.ts';
import { type FolderRun, folderRun } from './folder-run.ts';

describe.skipIf(!haveStrace())('files of a watched folder, while the appliance is killed nine times', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let run: FolderRun;
  beforeAll(async () => {
    folder = await temporaryFolder();
    run = await folderRun(folder.path, { kills: 9 });
  }, 600_000);
  afterAll(() => folder.remove());

  const under = (place: RegExp): [string, Buffer][] =>
    [...run.found].filter(([path]) => place.test(path)).map(([path, bytes]) => [path.split('/').at(-1)!, bytes]);
  const put = (ending: string): [string, Buffer][] => [...run.put].filter(([name]) => name.endsWith(ending));

  test('each became one document, and each attachment of a mail and e-invoice of an archive one', () => {
    expect(run.documents.toSorted()).toEqual(run.expected.toSorted());
  });

  test('each lies in one place, whole', () => {
    expect(new Map(under(/^preluate\/\d{4}-\d\d\/[^/]+$/))).toEqual(
      new Map([...put('.pdf'), ...put('.tif'), ...put('.eml'), ...put('.zip')]),
    );
    expect(new Map(under(/^respinse\/\d+\.doc$/))).toEqual(new Map(put('.doc')));
    expect(run.found.size).toBe(run.put.size + put('.doc').length);
  });

  test('each that was refused has its sentence', () => {
    const sentences = under(/^respinse\/\d+\.doc\.txt$/).map(([, text]) => String(text));
    expect(sentences).toHaveLength(put('.doc').length);
    for (const sentence of sentences) expect(sentence).toMatch(/^Fișierul nu este PDF.*\nThe file is .*\n$/);
  });

  test('the database opens clean', () => {
    expect(databaseFaults(`${folder.path}/data`)).toEqual([]);
  });
});
