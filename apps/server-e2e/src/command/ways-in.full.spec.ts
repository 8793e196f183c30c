import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImagePage, UploadResult } from '@cairn/api-schema';
import { UNLIMITED, uploadForm, type ServerProcess } from '@cairn/harness';
import { cleanImagePath, cleanTags } from '@cairn/images';
import { fixtures } from '@cairn/testkit';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cairn } from '../support/cairn-command.js';
import { photo, writeAll } from '../support/photos.js';
import { start } from '../support/started-servers.js';
import { zipFile } from '../support/zip-file.js';

interface Line {
  readonly file?: string;
  readonly outcome?: string;
  readonly reason?: string | undefined;
  readonly notes?: readonly string[];
  readonly id?: string;
}

type Files = Readonly<Record<string, Uint8Array | string>>;

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-ways-'));
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-ways-data-'));
});
afterEach(async () => {
  for (const path of [folder, dataDir]) await rm(path, { recursive: true });
});

const NAMES = [
  ...['plain', 'two\nlines', 'tab\there', '\u001b[31mred', 'עברית \u202egnp', ' spaces . ', '-rf --url x'],
  ...[
    'a%22b',
    'a"b',
    "a'b;c",
    'a%2Fb',
    'a&b=c',
    'a<b>',
    'a:b*c?d|e',
    'Ünïcödé',
    'E\u0301te\u0301',
    '汉堡',
    '😀',
  ],
  ...[
    'a,b',
    'a\ufffdb',
    'a..b',
    'x(1)',
    'IMG_1~2',
    'a+b',
    'a#b',
    'a@b',
    '\u0085next',
    '\u2028line',
    'ﬁ',
    'Å',
  ],
  ...['n'.repeat(240), '汉'.repeat(80), '\u0301'.repeat(60), '‮‮', '\u200d', '...dots', 'name.html', 'C: x'],
];

const FOLDERS = [
  ...['a/b c', 'E\u0301te\u0301 & mer/{1}', 'a,b', 'a\ufffdb', '..x', ' ', '汉堡/😀', 'x\ty', "it's", '50%'],
  ...['1/2/3/4/5/6/7/8', '1/2/3/4/5/6/7/8/9', '汉'.repeat(85), `${'é'.repeat(120)}/deep`, '~', '_', '(a)'],
];

const TAGS: readonly unknown[] = [
  ...[
    ['a\tb'],
    ['a\nb', 'lake'],
    ['a\ufffdb'],
    ['Smith, John'],
    [','],
    ['\u0000'],
    [''],
    ['  '],
    ['x'.repeat(65)],
  ],
  ...[
    ['😀'.repeat(80)],
    ['cafe\u0301', 'café'],
    ['AC/DC', 'B|W'],
    ['\ud800'],
    ['"quoted"', "it's"],
    ['%_'],
    [1, null],
  ],
  ...[
    Array.from({ length: 70 }, (_, index) => `tag ${index}`),
    ['\u2028', 'a\u2029b'],
    ['\u200d'],
    'a',
    {},
    null,
  ],
];

const BROKEN: Files = {
  'empty.gif': '',
  'text.jpg': 'none',
  'cut.png': fixtures.png.bytes.slice(0, 40),
  'page.gif': '<!doctype html>',
  'mislabelled.jpg': photo(900),
  'upper.GIF': photo(901),
};

/** About a hundred files, with what lies beside some of them, and files that are left out. */
function oddFiles(): Files {
  const files: Record<string, Uint8Array | string> = { ...BROKEN };
  for (const [index, name] of NAMES.entries()) files[`${name}.gif`] = photo(index);
  for (const [index, name] of FOLDERS.entries()) files[`${name}/in.gif`] = photo(100 + index);
  for (const [index, tags] of TAGS.entries()) {
    files[`tags/${index}.gif`] = photo(200 + index);
    files[`tags/${index}.gif.json`] = JSON.stringify({ tags });
  }
  const others = { 'notes.txt': 'none', README: 'none', '.hidden/x.gif': photo(999), 'alone.jpg.json': '{}' };
  return { ...files, ...others };
}

/** What became of each file: why it is not there, or where it is; of a name that was taken, without its suffix. */
type Answers = Readonly<Record<string, { readonly outcome?: string | undefined }>>;

async function answersOf(lines: readonly Line[], server: ServerProcess): Promise<Answers> {
  const page = await server.json<ImagePage>('GET', '/api/images?limit=1000&include=file');
  const images = new Map(page.images.map((image) => [image.id, image]));
  return Object.fromEntries(
    lines.flatMap(({ file, outcome, reason, notes, id }) => {
      if (file === undefined) return [];
      const image = images.get(id ?? '');
      const stored = image && { path: image.path, name: unsuffixed(image.file?.name), tags: image.tags };
      return [[file, { outcome, reason, notes, ...stored }]];
    }),
  );
}

const unsuffixed = (name = ''): string => name.replace(/-[0-9A-Za-z]{8}(?=\.[a-z]+$)/, '');

/** The texts among the tags in JSON that lies beside a file. */
function tagsIn(text: string): readonly string[] {
  const json = JSON.parse(text) as { readonly tags?: unknown }; // as it is written here
  return Array.isArray(json.tags) ? json.tags.filter((tag) => typeof tag === 'string') : [];
}

/** As a person sends them by the page, where folders and tags are what the import makes of them. */
async function uploaded(files: Files, wanted: ReadonlySet<string>, server: ServerProcess) {
  const lines: Line[] = [];
  for (const [file, content] of Object.entries(files)) {
    if (!wanted.has(file)) continue;
    const slash = file.lastIndexOf('/');
    const found = tagsIn(String(files[`${file}.json`] ?? '{}'));
    const { tags } = cleanTags(found);
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const path = cleanImagePath(file.slice(0, Math.max(0, slash)));
    const form = uploadForm({ bytes, name: file.slice(slash + 1), path, tags: tags.join(',') });
    const response = await server.fetch('/api/upload', { method: 'POST', body: form });
    const answer = (await response.json()) as UploadResult & {
      detail?: string;
      errors?: readonly { detail: string }[];
    };
    const reason = answer.errors?.map(({ detail }) => detail).join(' ') ?? answer.detail;
    lines.push(
      response.ok ? { file, outcome: 'added', id: answer.id } : { file, outcome: 'refused', reason },
    );
  }
  return lines;
}

/** Four servers, one after the other, and some four hundred uploads. */
it('the same odd files become the same, whichever way they come in', async () => {
  const files = oddFiles();
  await writeAll(folder, files);
  const zip = join(dataDir, 'odd.zip');
  await writeFile(zip, zipFile(files));

  const imported = async (source: string): Promise<Answers> => {
    const server = await start({ env: UNLIMITED });
    const args = ['import', source, '--url', server.address, '--json', '--at-once', '1'];
    const result = await cairn(args, { CAIRN_KEY: server.key });
    expect(result.code).toBe(1);
    return await answersOf(result.records<Line>(), server);
  };
  const byUrl = await imported(folder);
  const byZip = await imported(zip);

  const first = await start({ dataDir: join(dataDir, 'stores'), env: UNLIMITED });
  await first.end('SIGTERM');
  const env = { CAIRN_DATA_DIR: join(dataDir, 'stores') };
  const result = await cairn(['import', folder, '--json', '--at-once', '1'], env);
  expect(result.code).toBe(1);
  const stores = await start({ dataDir: join(dataDir, 'stores'), key: first.key, env: UNLIMITED });
  const byStores = await answersOf(result.records<Line>(), stores);

  const server = await start({ env: UNLIMITED });
  // A form has `"` in names as `%22`, so that a name with `%22` in it is taken for one with `"`.
  const isSent = (name: string): boolean =>
    (byUrl[name]?.outcome ?? 'ignored') !== 'ignored' && !name.includes('%22');
  const sent = new Set(Object.keys(files).filter(isSent));
  const byForm = await answersOf(await uploaded(files, sent, server), server);

  expect(byStores).toEqual(byUrl);
  expect(byZip).toEqual(byUrl);
  const withoutNotes = (answers: Answers): Answers =>
    Object.fromEntries(
      Object.entries(answers)
        .filter(([name]) => sent.has(name))
        .map(([name, answer]) => [name, { ...answer, notes: undefined }]),
    );
  expect(withoutNotes(byForm)).toEqual(withoutNotes(byUrl));
  const told = new Set(Object.keys(byUrl));
  const beside = (name: string): boolean =>
    /^tags\/.*\.json$/.test(name) || /^(?:\.hidden|\.\.x)\//.test(name);
  expect(Object.keys(files).filter((name) => !told.has(name) && !beside(name))).toEqual([]);
}, 600_000);
