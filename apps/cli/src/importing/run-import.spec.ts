import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApplication, type Application } from '@cairn/composition';
import { DeleteImages, ListImages } from '@cairn/images';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Output } from '../program/output.js';
import { StoreDestination } from './destinations/store-destination.js';
import { runImport } from './run-import.js';
import { FolderSource } from './sources/folder-source.js';
import type { ImportSource, SourceFile } from './sources/source.js';

const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAIBRAA7';
const PALETTE = 13; // behind the header

/** An image with a colour of its own. */
function photo(index: number): Uint8Array {
  const bytes = Uint8Array.from(Buffer.from(GIF, 'base64'));
  bytes[PALETTE] = index;
  return bytes;
}

let root: string;
let application: Application;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cairn-import-'));
  application = await createApplication({
    database: { kind: 'memory' },
    blobs: { kind: 'memory' },
    images: { kind: 'memory' },
    background: 'off',
  });
});
afterEach(async () => {
  await application.close();
  await rm(root, { recursive: true });
});

async function imported(source: ImportSource = new FolderSource(root), format: 'json' | 'text' = 'json') {
  const lines: string[] = [];
  const output = new Output({ write: (line) => lines.push(line) }, { write: () => undefined }, format);
  const rules = { path: '', tags: [], foldersAsTags: false, visibility: undefined, isDryRun: false };
  const { signal } = new AbortController();
  const destination = new StoreDestination(application, 'ann');
  await runImport({ source, destination, rules, atOnce: 2, signal, output });
  return lines;
}

const outcomes = (lines: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    lines
      // Each line is one that an import writes.
      .map((line) => JSON.parse(line) as { file?: string; outcome?: string })
      .flatMap(({ file, outcome }) => (file === undefined || outcome === undefined ? [] : [[file, outcome]])),
  );

const NFC = 'é'.normalize('NFC');
const NFD = 'é'.normalize('NFD');

// Other systems do not accept names that are not UTF-8, or treat two spellings as one name.
(process.platform === 'linux' ? it : it.skip)(
  'names every file of a folder, whatever it is called and whatever it is, and waits for none',
  async () => {
    const names = [
      'plain.gif',
      'two\nlines \u001b[31m.gif',
      'עברית \u202egnp.gif',
      `${'n'.repeat(251)}.gif`,
      `${'😀'.repeat(62)}.gif`,
      'Twin.gif',
      'twin.GIF',
      `${NFC}.gif`,
      `${NFD}.gif`,
      `${NFC}/in.gif`,
      `${NFD}/in.gif`,
      ' spaces . /x .gif',
      '-rf --url x.gif',
      'a%2Fb\\c:*?"<>|.gif',
    ];
    for (const [index, name] of names.entries()) {
      await mkdir(join(root, name, '..'), { recursive: true });
      await writeFile(join(root, name), photo(index));
    }
    await symlink(join(root, 'absent'), join(root, 'dangling.gif'));
    await symlink(root, join(root, 'circle'));
    await symlink('self.gif', join(root, 'self.gif'));
    execFileSync('mkfifo', [join(root, 'pipe.gif'), join(root, 'pipe.json')]);
    await writeFile(join(root, 'sparse.gif'), '');
    await truncate(join(root, 'sparse.gif'), 5 * 1024 ** 3);
    await writeFile(join(root, 'sparse.gif.xmp'), '');
    await truncate(join(root, 'sparse.gif.xmp'), 5 * 1024 ** 3);
    await writeFile(
      Buffer.concat([Buffer.from(`${root}/latin1-`), Buffer.from([0xe9]), Buffer.from('.gif')]),
      photo(99),
    );
    await writeFile(join(root, 'text.gif'), 'none');
    await writeFile(join(root, 'empty.gif'), '');
    await writeFile(join(root, 'notes.txt'), 'none');
    const found = outcomes(await imported());
    expect(found).toEqual({
      ...Object.fromEntries(names.map((name) => [name, 'added'])),
      ...Object.fromEntries(
        ['dangling.gif', 'circle', 'self.gif', 'pipe.gif', 'pipe.json', 'notes.txt'].map((name) => [
          name,
          'ignored',
        ]),
      ),
      ...Object.fromEntries(
        ['sparse.gif', 'latin1-\ufffd.gif', 'text.gif', 'empty.gif'].map((name) => [name, 'refused']),
      ),
    });
    const { images } = await application.get(ListImages).execute('ann', {}, { limit: 100 });
    expect(new Set(images.map(({ path, fileName }) => `${path}/${fileName}`)).size).toBe(names.length);
    const again = outcomes(await imported());
    expect(names.map((name) => again[name])).toEqual(names.map(() => 'there'));
    const text = (await imported(new FolderSource(root), 'text')).join('');
    expect(text).toContain('ignored pipe.gif: It is a link, or no file of bytes.');
    expect(text).not.toMatch(/\u001b|\u202e/);
  },
);

it('takes what was deleted from its folder out of the trash, and says so', async () => {
  for (const name of ['a.gif', 'in/a.gif', 'in/again.gif']) {
    await mkdir(join(root, name, '..'), { recursive: true });
    await writeFile(join(root, name), photo(1));
  }
  expect(outcomes(await imported())).toEqual({
    'a.gif': 'added',
    'in/a.gif': 'added',
    'in/again.gif': 'there',
  });
  const inFolder = async () =>
    (await application.get(ListImages).execute('ann', { path: 'in' }, { limit: 9 })).images.map(
      ({ id }) => id,
    );
  const ids = await inFolder();
  await application.get(DeleteImages).execute('ann', ids);
  const lines = await imported(undefined, 'text');
  expect(lines.at(-1)).toContain('Added 0; there already 2, restored 1, refused 0');
  expect(await inFolder()).toEqual(ids);
  await application.get(DeleteImages).execute('ann', ids);
  expect(Object.values(outcomes(await imported())).sort()).toEqual(['restored', 'there', 'there']);
});

it('goes on where a file or a folder cannot be read any more', async () => {
  for (const name of ['a.gif', 'b.gif', 'in/c.gif']) {
    await mkdir(join(root, name, '..'), { recursive: true });
    await writeFile(join(root, name), photo(name.length));
  }
  const folder = new FolderSource(root);
  const failing: ImportSource = {
    async *list(): AsyncGenerator<SourceFile> {
      for await (const file of folder.list()) {
        if (file.name === 'a.gif') await rm(join(root, 'in'), { recursive: true });
        yield file;
      }
      await rm(join(root, 'a.gif'));
    },
    close: () => folder.close(),
  };
  expect(outcomes(await imported(failing))).toEqual({
    'a.gif': 'refused',
    'b.gif': 'added',
    'in/': 'refused',
  });
});

it('turns a photo as the XMP of its whole name says, and not as that of a raw file', async () => {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const turned = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description xmlns:t="http://ns.adobe.com/tiff/1.0/" t:Orientation="6"/></rdf:RDF>`;
  for (const name of ['a', 'b']) {
    await mkdir(join(root, name));
    await writeFile(join(root, name, 'photo.png'), Buffer.from(png, 'base64'));
  }
  await writeFile(join(root, 'a/photo.png.xmp'), turned);
  await writeFile(join(root, 'b/photo.xmp'), turned);
  await imported();
  const { images } = await application.get(ListImages).execute('ann', { sort: 'name' }, { limit: 9 });
  expect(new Map(images.map(({ path, file }) => [path, file.edit?.orientation]))).toEqual(
    new Map([
      ['a', 6],
      ['b', undefined],
    ]),
  );
});
