import type { FileImportReport, FilePreview } from '@cairn/api-schema';
import { expect, it } from '@jest/globals';
import { Output } from '../program/output.js';
import type { FeatureSpaces, FileImporting } from './feature-spaces.js';
import { type FilePlan, importDataFile } from './import-data-file.js';

const content = { format: 'csv', crs: 'EPSG:4326', columns: [] } satisfies FileImportReport['content'];
const whole: FileImportReport = {
  type: 'FileImport',
  ...content,
  imported: 2,
  inserted: 2,
  updated: 0,
  unmodified: 0,
  failed: 0,
  faults: [],
  version: 1,
  end: 'complete',
  content,
};

/** Spaces that answer every import with this report, or fail once so many features are stored. */
class Answering implements FeatureSpaces {
  readonly spaces = new Set<string>();
  readonly given: FileImporting[] = [];

  constructor(
    private readonly answer: FileImportReport | { readonly error: Error; readonly stored: number },
  ) {}

  preview = async (): Promise<FilePreview> => ({ type: 'FilePreview', ...content, features: [], faults: [] });

  async importFile(_id: string, _file: object, importing: FileImporting): Promise<FileImportReport> {
    this.given.push(importing);
    if (!('error' in this.answer)) return this.answer;
    const { stored: done, error } = this.answer;
    importing.onProgress({ phase: 'Sending', done: 9, total: 9 });
    if (done > 0) importing.onProgress({ phase: 'Storing', done, total: done });
    throw error;
  }

  exportFile = async () => (async function* () {})();

  async create(title: string): Promise<string> {
    this.spaces.add(`of ${title}`);
    return `of ${title}`;
  }

  remove = async (id: string): Promise<void> => void this.spaces.delete(id);
}

async function imported(
  answer: ConstructorParameters<typeof Answering>[0],
  more: Partial<FilePlan> = {},
  format: 'json' | 'text' = 'text',
) {
  const [out, err]: [string[], string[]] = [[], []];
  const output = new Output({ write: (text) => out.push(text) }, { write: (text) => err.push(text) }, format);
  const spaces = new Answering(answer);
  const code = await importDataFile(spaces, {
    file: { path: '/data/trees.csv', name: 'trees.csv', sizeInBytes: 9 },
    target: { title: 'Trees' },
    what: 'import',
    format: undefined,
    mapping: {},
    broken: 'refuse',
    signal: new AbortController().signal,
    output,
    ...more,
  }).catch((error: unknown) => error);
  return { code, out: out.join(''), err: err.join(''), spaces: [...spaces.spaces], given: spaces.given };
}

it('makes a space, and says what came into it', async () => {
  const { code, out, spaces } = await imported(whole);
  expect([code, spaces]).toEqual([0, ['of Trees']]);
  expect(out).toContain('Imported 2 features: 2 new, 0 changed, 0 as they were; 0 failed.');
});

it('gives the report as JSON, with the space', async () => {
  const { out } = await imported(whole, {}, 'json');
  expect(JSON.parse(out)).toEqual({ ...whole, spaceId: 'of Trees' });
});

it('ends with 1 where something failed, and tells the faults by line', async () => {
  const faults = [{ line: 4, reason: 'is no place' }];
  const { code, err, spaces } = await imported({ ...whole, failed: 2, faults });
  expect([code, spaces]).toEqual([1, ['of Trees']]);
  expect(err).toContain('line 4: is no place\n… and 1 more.\n');
});

it.each(['preview', 'dry-run'] as const)('leaves no new space behind a %s', async (what) => {
  const { code, spaces } = await imported({ ...whole, dryRun: true }, { what });
  expect([code, spaces]).toEqual([0, []]);
});

it('leaves no new space behind a file that is refused, or of which nothing is stored', async () => {
  const error = new Error('The file is cut short.');
  expect(await imported({ error, stored: 0 })).toMatchObject({ code: error, spaces: [] });
  const none = { ...whole, imported: 0, inserted: 0, failed: 2 };
  expect(await imported(none)).toMatchObject({ code: 1, spaces: [] });
});

it('keeps a new space that has features when the import fails', async () => {
  const error = new Error('The connection broke.');
  const { code, spaces, err } = await imported({ error, stored: 1 });
  expect([code, spaces]).toEqual([error, ['of Trees']]);
  expect(err).toContain('of Trees');
});

it('never removes a space that was there', async () => {
  const error = new Error('The file is cut short.');
  const target = { spaceId: 'mine' };
  const { spaces, given } = await imported({ error, stored: 0 }, { target, broken: 'keep', what: 'dry-run' });
  expect(spaces).toEqual([]);
  expect(given).toEqual([expect.objectContaining({ broken: 'keep', isDryRun: true })]);
});
