import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openTestPostgres } from '@cairn/services';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applications, openProject } from './outside.mjs';

const TIMEOUT_MS = 120_000;
const heavy =
  /node_modules\/(typeorm|sqlite-driver|better-sqlite3|pg|sharp|minio|@cairn\/adapter-(typeorm|formats|fs|http|sharp|minio))$/;

/** At most so many packages and megabytes, a little above what there is, with 8 MB of the base map. SQLite is built for eight platforms in one package. */
const limits = { memory: [38, 28], 'SQLite and disk': [88, 87], PostgreSQL: [85, 59] };

describe.each(Object.keys(limits))('an application of %s, outside the workspace', (name) => {
  let [project, postgres] = [];

  beforeAll(async () => {
    project = await openProject([...applications[name], '@types/node']);
    if (name === 'PostgreSQL') postgres = await openTestPostgres();
    project.take('small.ts');
  }, TIMEOUT_MS);

  afterAll(async () => {
    project?.dispose();
    await postgres?.close();
  });

  it('installs few packages', () => {
    const [packages, megabytes] = limits[name];
    const size = project.installedSize();
    expect(size.packages).toBeLessThanOrEqual(packages);
    expect(size.megabytes).toBeLessThanOrEqual(megabytes);
  });

  it('has no adapter and no driver that it does not ask for', () => {
    const found = Object.keys(project.installed()).filter((path) => heavy.test(path));
    const brought = applications[name].includes('@cairn/adapter-typeorm') ? ['pg', 'typeorm'] : [];
    const asked = [...applications[name], ...brought].map((part) => `node_modules/${part}`);
    expect(found.toSorted()).toEqual(asked.filter((path) => heavy.test(path)).toSorted());
  });

  it(
    'compiles, every declaration file checked, keeps an image, and refuses a table',
    async () => {
      await project.compile({ types: ['node'] });
      const address = await postgres?.fresh();
      expect(await project.run('out/small.js', name, address ?? '')).toEqual({
        code: 0,
        stdout: 'holiday/photo.png\nformats-not-installed\n',
        stderr: '',
      });
    },
    TIMEOUT_MS,
  );

  if (name === 'PostgreSQL')
    it('says what to install for SQLite, and makes no file', async () => {
      const { code, stderr } = await project.run('out/small.js', 'SQLite without disk');
      expect(code).not.toBe(0);
      expect(stderr).toContain(
        'SQLite, and the locks of files, need the package "sqlite-driver": npm install sqlite-driver@npm:better-sqlite3@13',
      );
      expect(existsSync(join(project.folder, 'small'))).toBe(false);
    });
});
