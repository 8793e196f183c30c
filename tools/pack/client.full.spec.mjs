import { gzipSync } from 'node:zlib';
import { ServerProcess } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { build, transform } from 'esbuild';
import { examplesOf } from './examples.mjs';
import { libraries } from './libraries.mjs';
import { openProject } from './outside.mjs';

const TIMEOUT_MS = 120_000;
/** A quarter of it tells callers what they gave wrong. */
const MAX_COMPRESSED_BYTES = 11 * 1024;
const client = libraries.find(({ name }) => name === '@cairn/client');
const examples = examplesOf(client, 'txt').map((example, index) => ({ ...example, index: index + 1 }));

let server;
let project;

beforeAll(async () => {
  const starting = ServerProcess.start();
  project = await openProject(['@cairn/client']);
  server = await starting;
  project.write('photo.jpg', fixtures.rotatedJpeg.bytes);
}, TIMEOUT_MS);

afterAll(async () => {
  await server?.dispose();
  project?.dispose();
});

describe('the package of the client, outside the workspace', () => {
  it('brings nothing else along', () => {
    expect(Object.keys(project.installed())).toEqual(['node_modules/@cairn/client']);
  });

  it('has five examples', () => {
    expect(examples.length).toBeGreaterThanOrEqual(5);
  });

  it.each(examples)('prints what example $index says', async ({ code, index, prints }) => {
    const { code: program } = await transform(code, { loader: 'ts' });
    const [name, here] = [`example-${index}.mjs`, 'http://127.0.0.1:8080'];
    project.write(
      name,
      program.replaceAll(here, server.address).replaceAll(/cairn_…|cairn_\\u2026/g, server.key),
    );
    expect(await project.print(name)).toBe(prints);
  });

  it(
    'compiles for a page, where there is nothing of Node',
    async () => {
      project.write(
        'page.ts',
        `import { createClient, type ImageRecord } from '@cairn/client';
         const [file] = document.querySelector('input')?.files ?? [];
         const cairn = createClient({ baseUrl: '/' });
         const images: ImageRecord[] = await cairn.list('GET /api/tags/{tag}/images', { params: { tag: 'lake' } }).all();
         if (file) await cairn.upload(file, { tags: images.flatMap(({ tags }) => tags) });`,
      );
      await project.compile({ lib: ['es2022', 'dom'] });
    },
    TIMEOUT_MS,
  );

  it('is a small bundle', async () => {
    const { outputFiles } = await build({
      stdin: { contents: "export * from '@cairn/client'", resolveDir: project.folder },
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
    });
    expect(gzipSync(outputFiles[0].contents, { level: 9 }).length).toBeLessThan(MAX_COMPRESSED_BYTES);
  });
});
