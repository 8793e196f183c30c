import { describe, expect, it } from '@jest/globals';
import {
  type FileContent,
  type FileImport,
  FeatureRules,
  ImportFile,
  ownerCaller,
  readerCaller,
  UnreadableFile,
} from '@cairn/spaces';
import { InvalidInput } from '@cairn/kernel';
import type { FeatureFiles, FileChunk } from '@cairn/spaces/spi';
import { aBatch, aSpace, writing } from '@cairn/testkit';
import { ManualClock } from '../kernel/manual-clock.js';
import { SequenceIdGenerator } from '../kernel/sequence-id-generator.js';
import { MemorySpaceRepository } from '../spaces/memory-space-repository.js';
import { MemoryFeatureReader } from './memory-feature-reader.js';
import { MemoryFeatureStore } from './memory-feature-store.js';
import { bytesOf, put } from './import-hub.spec.kit.js';

const alice = ownerCaller({ owner: 'alice', anonymousAllowed: true });
const content: FileContent = { format: 'csv', columns: [], sample: [] };

/** A line of a file: a feature, or why there is none. */
type Line = string | { readonly reason: string };

const feature = (id: string, n: number): string =>
  JSON.stringify({ type: 'Feature', id, geometry: null, properties: { n } });
const numbered = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => feature(`x${index}`, index));

/** Gives these lines in chunks of a hundred, and then fails, if it is to. */
class GivenLines implements FeatureFiles {
  readonly held = new Set<string>();
  reads = 0;
  receivedBytes = 0;

  constructor(
    private readonly lines: readonly Line[],
    private readonly failure?: Error,
  ) {}

  async receive(name: string, bytes: AsyncIterable<Uint8Array>) {
    for await (const part of bytes) this.receivedBytes += part.length;
    this.held.add(name);
    const discard = async (): Promise<void> => void this.held.delete(name);
    return { path: name, name, sizeInBytes: 1, discard };
  }

  async inspect(): Promise<FileContent> {
    return content;
  }

  async *read(): AsyncGenerator<FileChunk> {
    this.reads += 1;
    for (let start = 0; start < this.lines.length; start += 100) {
      const some = [...this.lines.slice(start, start + 100).entries()];
      const features = some.filter((entry): entry is [number, string] => typeof entry[1] === 'string');
      yield {
        lines: new TextEncoder().encode(features.map(([, text]) => `${text}\n`).join('')),
        places: features.map(([index]) => start + index + 1),
        faults: some.flatMap(([index, line]) =>
          typeof line === 'string' ? [] : [{ at: start + index + 1, reason: line.reason }],
        ),
      };
    }
    if (this.failure !== undefined) throw this.failure;
  }

  write(): never {
    throw new Error('Nothing is written.');
  }
}

async function openHub(lines: readonly Line[], failure?: Error, known: readonly string[] = []) {
  const spaces = new MemorySpaceRepository();
  const features = new MemoryFeatureStore(spaces);
  const clock = new ManualClock();
  const files = new GivenLines(lines, failure);
  const reader = new MemoryFeatureReader(new SequenceIdGenerator());
  const ports = { spaces, features, files, reader, clock, timer: clock, rules: new FeatureRules() };
  const importing = new ImportFile(ports);
  const space = aSpace();
  await spaces.add(space);
  if (known.length > 0) await features.write(space.id, aBatch(known.map((text) => writing(text))));
  const sent = () => ({ name: 'a.csv', bytes: bytesOf('bytes'), choices: {} });
  return {
    files,
    space,
    count: async () => await features.count(space.id, {}),
    version: async () => (await features.statistics(space.id)).version,
    preview: async (caller = alice) => await importing.preview(caller, space.id, sent()),
    run: async (wanted: Partial<FileImport> = {}, caller = alice) => {
      const { report, failed, faults, broken } = await importing.execute(caller, space.id, {
        ...sent(),
        rule: put,
        broken: 'refuse',
        ...wanted,
      });
      const { inserted, updated, unchanged, merged, version, end } = report;
      return {
        counts: [inserted, updated, unchanged, merged, failed],
        version,
        faults,
        broken,
        end: end.kind,
      };
    },
  };
}

describe('the import of a file', () => {
  it('names what failed by its place in the file, whoever found it', async () => {
    const hub = await openHub([
      feature('a', 1),
      { reason: 'no number' },
      '{"type":"Feature","id":"b","geometry":{"type":"Point","coordinates":[0,91]},"properties":1}',
      feature('c', 1),
    ]);
    const { counts, faults } = await hub.run();
    expect(counts).toEqual([2, 0, 0, 0, 2]);
    expect(faults.map(({ at }) => at)).toEqual([2, 3, 3]);
    expect(faults[0]?.reason).toBe('no number');
    expect(hub.files.held.size).toBe(0);
  });

  it('lists the first hundred by their place, and counts all', async () => {
    const lines = Array.from({ length: 300 }, (_, index) => (index % 2 === 0 ? '{}' : { reason: 'odd' }));
    const { faults, counts } = await (await openHub(lines)).run();
    expect(counts.at(-1)).toBe(300);
    expect(faults.map(({ at }) => at)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });

  it('leaves nothing of a file that turns out to be broken', async () => {
    const hub = await openHub(numbered(1_500), new UnreadableFile('The file is cut short.'));
    await expect(hub.run()).rejects.toMatchObject({ code: 'unreadable-file' });
    expect([await hub.count(), await hub.version(), hub.files.held.size]).toEqual([0, 0, 0]);
  });

  it('keeps all that comes before, if it is to, and says why it ended', async () => {
    const hub = await openHub(numbered(1_500), new UnreadableFile('The file is cut short.'));
    const { counts, broken } = await hub.run({ broken: 'keep' });
    expect([counts, broken?.code]).toEqual([[1_500, 0, 0, 0, 0], 'unreadable-file']);
    expect(await hub.count()).toBe(1_500);
    const none = await openHub([], new UnreadableFile('The file is cut short.'));
    await expect(none.run({ broken: 'keep' })).rejects.toMatchObject({ code: 'unreadable-file' });
  });

  it('fails where its reader does for another reason, and says what is stored', async () => {
    const hub = await openHub(numbered(1_500), new Error('gone'));
    const { counts, end } = await hub.run({ broken: 'keep' });
    expect([counts, end]).toEqual([[1_000, 0, 0, 0, 0], 'failed']);
  });

  it('is for those who may write, also a preview, before anything is received', async () => {
    const hub = await openHub(numbered(1));
    const reader = readerCaller(hub.space);
    for (const run of [() => hub.preview(reader), () => hub.run({}, reader)])
      await expect(run()).rejects.toMatchObject({ code: 'space-forbidden' });
    expect([hub.files.receivedBytes, hub.files.reads]).toEqual([0, 0]);
    expect(await hub.preview()).toEqual(content);
  });

  it('points at the choices that a file does not have', async () => {
    const hub = await openHub(numbered(1), InvalidInput.of('unknown-column', 'There is none.', '/id'));
    await expect(hub.run()).rejects.toMatchObject({ listed: [{ pointer: '/choices/id' }] });
  });
});

describe('the dry run of a file', () => {
  const known = [feature('a', 1), feature('b', 1), feature('x7', 7)];
  const far = [
    feature('a', 2),
    feature('c', 1),
    ...numbered(1_200),
    { reason: 'no number' },
    feature('a', 2),
    feature('c', 2),
    feature('c', 3),
    feature('b', 1),
    '{}',
  ];

  it.each<[string, Partial<FileImport>]>([
    ['replaces', {}],
    ['patches', { rule: { ...put, onExists: 'patch' } }],
    ['retains', { rule: { ...put, onExists: 'retain' } }],
    ['creates only', { rule: { ...put, onExists: 'error' } }],
    ['changes only', { rule: { ...put, onNotExists: 'error' } }],
    ['takes the last of an id', { repeatedIds: 'last' }],
    ['numbers ids', { repeatedIds: 'number' }],
    ['stops at an id', { repeatedIds: 'stop' }],
    ['may only have so many', {}],
  ])('tells what an import does that %s, and stores nothing', async (name, wanted) => {
    const hub = await openHub(far, undefined, known);
    const limits = name === 'may only have so many' ? { maxFeaturesPerSpace: 500 } : {};
    const caller = { ...alice, limits };
    const tried = await hub.run({ ...wanted, dryRun: true }, caller);
    expect([tried.version, await hub.count(), await hub.version()]).toEqual([1, 3, 1]);
    const made = await hub.run(wanted, caller);
    expect({ ...made, version: 1 }).toEqual(tried);
    const again = await hub.run({ ...wanted, dryRun: true }, caller);
    expect({ ...(await hub.run(wanted, caller)), version: again.version }).toEqual(again);
  });

  it('reads the file once more only where an id comes again in a later chunk', async () => {
    const plain = await openHub(numbered(2_500));
    await plain.run({ dryRun: true });
    const repeated = await openHub([...numbered(2_500), feature('x1', 9)]);
    await repeated.run({ dryRun: true });
    expect([plain.files.reads, repeated.files.reads]).toEqual([1, 2]);
  });

  it('fails with a file that is broken', async () => {
    const hub = await openHub(numbered(1_500), new UnreadableFile('The file is cut short.'));
    await expect(hub.run({ dryRun: true })).rejects.toMatchObject({ code: 'unreadable-file' });
    const { counts, broken } = await hub.run({ dryRun: true, broken: 'keep' });
    expect([counts, broken?.code, await hub.count()]).toEqual([[1_500, 0, 0, 0, 0], 'unreadable-file', 0]);
  });
});
