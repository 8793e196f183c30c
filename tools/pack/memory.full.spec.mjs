import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applications, openProject } from './outside.mjs';

const TIMEOUT_MS = 120_000;
const heavy =
  /node_modules\/(typeorm|sqlite-driver|pg|sharp|minio|@cairn\/adapter-(typeorm|fs|http|sharp|minio))$/;

/** At most so many packages and megabytes, a little above what there is. SQLite is built for eight platforms in one package. */
const limits = { memory: [33, 22], 'SQLite and disk': [122, 84] };

describe.each(Object.keys(limits))('an application of %s, outside the workspace', (name) => {
  let project;

  beforeAll(async () => {
    project = await openProject(applications[name], ['@types/node']);
    project.take('small.ts');
  }, TIMEOUT_MS);

  afterAll(() => project?.dispose());

  it('installs few packages', () => {
    const [packages, megabytes] = limits[name];
    const size = project.installedSize();
    expect(size.packages).toBeLessThanOrEqual(packages);
    expect(size.megabytes).toBeLessThanOrEqual(megabytes);
  });

  it('has no adapter that it does not ask for', () => {
    const found = Object.keys(project.installed()).filter((path) => heavy.test(path));
    const asked = applications[name].some((part) => part === '@cairn/adapter-typeorm');
    const own = ['@cairn/adapter-fs', '@cairn/adapter-typeorm', 'pg', 'sqlite-driver', 'typeorm'];
    expect(found.toSorted()).toEqual(asked ? own.map((part) => `node_modules/${part}`) : []);
  });

  it(
    'compiles, every declaration file checked, and keeps an image',
    async () => {
      await project.compile({ types: ['node'] });
      expect(await project.run('out/small.js', name)).toEqual({
        code: 0,
        stdout: 'holiday/photo.png\n',
        stderr: '',
      });
    },
    TIMEOUT_MS,
  );
});
