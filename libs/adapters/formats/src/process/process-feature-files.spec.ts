import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FormatFile } from '@cairn/spaces';
import { ProcessFeatureFiles, type ProcessLimits } from './process-feature-files.js';

let folder = '';
let file: FormatFile;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-processes-'));
  const text = 'lon,lat\n8.54,47.37\n';
  file = { path: join(folder, 'places'), name: 'places', sizeInBytes: text.length };
  await writeFile(file.path, text);
});
afterAll(async () => await rm(folder, { recursive: true }));

/** Files that are read by a program of this text. */
async function filesBy(source: string, limits: ProcessLimits = {}): Promise<ProcessFeatureFiles> {
  const program = join(await mkdtemp(join(folder, 'program-')), 'program.mjs');
  await writeFile(program, source);
  return new ProcessFeatureFiles({ ...limits, folder, program });
}

async function* nothing(): AsyncGenerator<string> {
  // no features
}

async function read(files: ProcessFeatureFiles, cancellation?: AbortSignal): Promise<number> {
  let count = 0;
  for await (const { places } of files.read(file, { choices: {}, cancellation })) count += places.length;
  return count;
}

const STAY = 'setInterval(() => undefined, 1_000_000);';

describe('a process that reads a file', () => {
  it.each([
    [
      'crashes',
      'process.kill(process.pid, "SIGSEGV");',
      {},
      'takes more memory than it may, or its reader crashed',
    ],
    ['ends early', 'process.exit(0);', {}, 'takes more memory than it may, or its reader crashed'],
    [
      'says what is no message',
      'console.log("?");',
      {},
      'takes more memory than it may, or its reader crashed',
    ],
    ['says nothing', STAY, { silenceMs: 1 }, 'takes too long'],
    ['takes long', STAY, { totalMs: 1 }, 'takes too long'],
  ] as const)('and %s makes the file unreadable', async (_, source, limits, reason) => {
    const files = await filesBy(source, limits);
    const expected = { code: 'unreadable-file', reason: expect.stringContaining(reason) };
    await expect(files.inspect(file, { choices: {} })).rejects.toMatchObject(expected);
    await expect(read(files)).rejects.toMatchObject(expected);
  });

  it('is ended when it takes more memory than it may', async () => {
    const files = new ProcessFeatureFiles({ folder, memoryInBytes: 24 * 1024 ** 2 });
    await expect(read(files)).rejects.toMatchObject({ code: 'unreadable-file' });
  });

  it('is ended with its reading, which leaves its place to the next one', async () => {
    const files = new ProcessFeatureFiles({ folder, processes: 1 });
    for await (const { places } of files.read(file, { choices: {} })) {
      expect(places).toEqual([2]);
      break;
    }
    expect(await read(files)).toBe(1);
  });

  it('is one of as many as may be; others wait, or are refused', async () => {
    const files = await filesBy(STAY, { processes: 1, waiting: 1 });
    const going = new AbortController();
    const first = read(files, going.signal);
    const second = read(files, going.signal);
    await expect(read(files)).rejects.toMatchObject({ code: 'readers-busy' });
    going.abort();
    expect(await Promise.all([first, second])).toEqual([0, 0]);
  });

  it('sees no secrets of this one', async () => {
    const said = 'JSON.stringify({ kind: "content", content: Object.keys(process.env) })';
    const files = await filesBy(`console.log(${said}); ${STAY}`);
    process.env['CAIRN_SECRET_OF_TEST'] = 'secret';
    const names = await files.inspect(file, { choices: {} });
    delete process.env['CAIRN_SECRET_OF_TEST'];
    expect(names).not.toContain('CAIRN_SECRET_OF_TEST');
    expect(names).toContain('PATH');
  });
});

describe('a process that writes a file', () => {
  it('and ends early is an error, and leaves nothing', async () => {
    const files = await filesBy('process.exit(1);');
    const before = await readdir(folder);
    const writing = files.write(nothing(), { format: 'gpx', title: '' })[Symbol.asyncIterator]();
    await expect(writing.next()).rejects.toThrow('ended before it was done');
    expect(await readdir(folder)).toEqual(before);
  });
});

describe('a process that has no space for the file that it writes', () => {
  it('tells it by its code', async () => {
    const files = await filesBy('process.exit(28);');
    const writing = files.write(nothing(), { format: 'gpx', title: '' })[Symbol.asyncIterator]();
    await expect(writing.next()).rejects.toMatchObject({ code: 'storage-full' });
  });
});

describe('who reads a written file slowly', () => {
  it('keeps nobody waiting, and is left without a program', async () => {
    const files = new ProcessFeatureFiles({ folder, processes: 1, waiting: 0 });
    const writing = files.write(nothing(), { format: 'kml', title: '' })[Symbol.asyncIterator]();
    expect((await writing.next()).done).toBe(false);
    expect(await read(files)).toBe(1);
    expect((await writing.next()).done).toBe(true);
  });
});

describe('files that a killed process left', () => {
  it('are removed with the next one, and those of others are not', async () => {
    const own = await mkdtemp(join(folder, 'own-'));
    const machine = hostname().replaceAll(/[^\w.]/g, '');
    const names = [
      `cairn-file_${machine}_${process.pid}_1_left`,
      `cairn-file_${machine}_${process.ppid}_1_of-a-running-one`,
      `cairn-file_another-machine_1_1_x`,
      'notes',
    ];
    for (const name of names) await mkdir(join(own, name));
    const files = new ProcessFeatureFiles({ folder: own });
    async function* bytes(): AsyncGenerator<Uint8Array> {
      yield Uint8Array.of(1);
    }
    const received = await files.receive('a', bytes());
    const kept = await readdir(own);
    expect(kept).toHaveLength(4);
    expect(kept).toEqual(expect.arrayContaining(names.slice(1)));
    await files.removeLeftOver();
    expect(await readdir(own)).toHaveLength(4);
    await received.discard();
  });
});
