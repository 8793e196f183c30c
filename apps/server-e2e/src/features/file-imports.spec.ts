import { readdirSync, readFileSync } from 'node:fs';
import { IN_MEMORY, ServerProcess, until } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { declareFileImports, fileSender } from './file-imports.js';
import { faultsOf, Hub } from './hub.js';

const MEBIBYTE = 1024 * 1024;
/** It takes seconds to read, so that something can happen meanwhile. */
const LARGE = `id,lon,lat,text\n${Array.from({ length: 400_000 }, (_, index) => `n${index},11,47,text of it\n`).join('')}`;

let server: ServerProcess;
let hub: Hub;

beforeAll(async () => {
  server = await ServerProcess.start({
    env: {
      ...IN_MEMORY,
      CAIRN_MAX_IMPORT_FILE: '32',
      CAIRN_MAX_FILE_READERS: '1',
      CAIRN_FILE_READER_QUEUE: '0',
    },
  });
  hub = new Hub(server);
});

afterAll(() => server.dispose());

const send = fileSender(() => hub);
const small = 'id,lon,lat\na,11,47\n';

// Once, and not on each store: what is stored is told by the trials.
describe('imports of files', () => declareFileImports(() => hub));

/** The processes that read files for the server. */
const readers = (): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isReader(pid));

function isReader(pid: number): boolean {
  try {
    const [, parent] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
    return (
      Number(parent) === server.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('format-program')
    );
  } catch {
    return false; // it has ended meanwhile
  }
}

const untilRead = async (): Promise<number> => {
  let pid: number | undefined;
  await until('a process reads the file', () => (pid = readers()[0]) !== undefined);
  return pid ?? 0;
};

describe('an import of a file', () => {
  it('is refused before it is read where it is too large', async () => {
    const space = await hub.space();
    const announced = await send(space, {}, 'x'.repeat(33 * MEBIBYTE));
    expect(faultsOf(announced)).toEqual([413, 'body-too-large']);
  });

  it('is refused, and others are not, where its reader dies', async () => {
    const space = await hub.space();
    const dying = send(space, { name: 'large.csv' }, LARGE);
    process.kill(await untilRead(), 'SIGKILL');
    expect(faultsOf(await dying)).toEqual([400, 'unreadable-file']);
    expect((await hub.call(`${space}/count`)).body).toMatchObject({ count: 0 });
    expect((await send(space, {}, small)).body).toMatchObject({ imported: 1 });
  });

  it('is refused where too many are read', async () => {
    const space = await hub.space();
    const cancelled = new AbortController();
    const first = server.fetch(`/hub${space}/import`, {
      method: 'POST',
      body: LARGE,
      headers: { 'content-type': 'text/csv' },
      key: null,
      signal: cancelled.signal,
    });
    first.catch(() => undefined);
    await untilRead();
    const second = await send(space, {}, small);
    expect([...faultsOf(second), second.headers.get('retry-after')]).toEqual([503, 'readers-busy', '5']);
    // Its reader ends with the client that goes away, and nothing is stored.
    cancelled.abort();
    await until('the reader has ended', () => readers().length === 0);
    let third = second;
    await until('its place is free', async () => (third = await send(space, {}, small)).status !== 503);
    expect(third.body).toMatchObject({ inserted: 1, version: 1 });
  });

  it('ends with the server, which leaves no process', async () => {
    const space = await hub.space();
    const path = `/hub${space}/import?broken=keep`;
    const headers = { 'content-type': 'text/csv' };
    const ended = server.fetch(path, { method: 'POST', body: LARGE, headers, key: null }).then(
      (response) => response.status,
      () => 'gone',
    );
    const pid = await untilRead();
    expect(await server.end('SIGTERM')).toBe(0);
    expect([200, 503, 'gone']).toContain(await ended);
    await until('the reader has ended', () => !isRunning(pid));
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
