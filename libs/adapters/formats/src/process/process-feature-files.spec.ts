import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FormatFile } from '@cairn/spaces';
import { formatProgram } from './format-child.js';
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

async function read(
  files: ProcessFeatureFiles,
  { cancellation, of = file }: { readonly cancellation?: AbortSignal; readonly of?: FormatFile } = {},
): Promise<number> {
  let count = 0;
  for await (const { places } of files.read(of, { choices: {}, cancellation })) count += places.length;
  return count;
}

/** A program that says this of its file as often as it is asked. */
const answering = (content: string, goesOn = 'true'): string => `
  import { createInterface } from 'node:readline';
  for await (const _ of createInterface({ input: process.stdin })) {
    console.log(JSON.stringify({ kind: 'content', content: ${content} }));
    console.log(JSON.stringify({ kind: 'end', goesOn: ${goesOn} }));
  }`;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** For what fails only. */
const PATIENCE_MS = 60_000;
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
    const first = read(files, { cancellation: going.signal });
    const second = read(files, { cancellation: going.signal });
    await expect(read(files)).rejects.toMatchObject({ code: 'readers-busy' });
    going.abort();
    expect(await Promise.all([first, second])).toEqual([0, 0]);
  });

  it('sees no secrets of this one', async () => {
    const files = await filesBy(answering('Object.keys(process.env)'));
    process.env['CAIRN_SECRET_OF_TEST'] = 'secret';
    const names = await files.inspect(file, { choices: {} });
    delete process.env['CAIRN_SECRET_OF_TEST'];
    expect(names).not.toContain('CAIRN_SECRET_OF_TEST');
    expect(names).toContain('PATH');
  });
});

describe('the process of a received file', () => {
  async function* text(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('lon,lat\n8.54,47.37\n');
  }
  const PID = '{ format: String(process.pid) }';
  const pidFor = async (files: ProcessFeatureFiles, of: FormatFile): Promise<number> =>
    Number((await files.inspect(of, { choices: {} })).format);
  const ended = async (pid: number): Promise<void> => {
    for (const until = performance.now() + PATIENCE_MS; isRunning(pid); await immediate())
      if (performance.now() > until) throw new Error('The process goes on.');
  };

  it('reads it again, until the file is discarded', async () => {
    const files = await filesBy(answering(PID));
    const [one, other] = [await files.receive('one', text()), await files.receive('other', text())];
    const pid = await pidFor(files, one);
    expect(await pidFor(files, one)).toBe(pid);
    const pidOfOther = await pidFor(files, other);
    expect(pidOfOther).not.toBe(pid);
    await one.discard();
    await ended(pid);
    expect(await pidFor(files, other)).toBe(pidOfOther);
    await other.discard();
    await ended(pidOfOther);
  });

  it('does not, if it says so, or its file may be that of anybody', async () => {
    const files = await filesBy(answering(PID, 'false'));
    const received = await files.receive('one', text());
    const pid = await pidFor(files, received);
    expect(await pidFor(files, received)).not.toBe(pid);
    const others = await filesBy(answering(PID));
    const first = await pidFor(others, file);
    await ended(first);
  });

  it('is ended for that of the next file when as many are kept as may be', async () => {
    const files = await filesBy(answering(PID), { processes: 1 });
    const [one, other] = [await files.receive('one', text()), await files.receive('other', text())];
    const pid = await pidFor(files, one);
    const pidOfOther = await pidFor(files, other);
    await ended(pid);
    expect(await pidFor(files, other)).toBe(pidOfOther);
    expect(await pidFor(files, one)).not.toBe(pid);
    files.close();
  });

  it('has been killed meanwhile: another one reads the file', async () => {
    const files = await filesBy(answering(PID));
    const received = await files.receive('one', text());
    const pid = await pidFor(files, received);
    process.kill(pid, 'SIGKILL');
    await ended(pid);
    expect(await pidFor(files, received)).not.toBe(pid);
    await received.discard();
  });

  it('is one, for all that an import asks of it', async () => {
    const started = join(folder, 'started');
    const files = await filesBy(`
      import { appendFileSync } from 'node:fs';
      appendFileSync(${JSON.stringify(started)}, '1');
      await import(${JSON.stringify(pathToFileURL(formatProgram()).href)});`);
    const received = await files.receive('places.csv', text());
    const { format } = await files.inspect(received, { choices: {} });
    expect(format).toBe('csv');
    for (let time = 1; time <= 2; time += 1) {
      const refused = files.inspect(received, { choices: { crs: 'EPSG:0' } });
      await expect(refused).rejects.toMatchObject({ code: 'unknown-crs' });
      expect(await read(files, { of: received })).toBe(1);
    }
    await received.discard();
    expect(await readFile(started, 'utf8')).toBe('1');
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
