import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestPostgres } from './postgres.js';

const script = fileURLToPath(new URL('../pglite.mjs', import.meta.url));

/** It takes seconds to start, so it stays up this long for the next user. */
const LINGER_MS = 3_000;

let running: Promise<{ readonly child: ChildProcess; readonly url: string }> | undefined;
let users = 0;

/** PGlite. One process is shared by concurrent users. */
export function openPglite(): TestPostgres {
  let used = false;
  const fresh = async (): Promise<string> => {
    if (!used) users += 1;
    used = true;
    running ??= start();
    const { url } = await running;
    await empty(url);
    return url;
  };
  return {
    name: 'PGlite (PostgreSQL 18)',
    concurrent: false,
    fresh,
    copyOf: fresh,
    drop: async () => undefined,
    close: async () => {
      if (!used) return;
      used = false;
      users -= 1;
      setTimeout(() => void endIfIdle(), LINGER_MS).unref();
    },
  };
}

async function start(): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = fork(script, { execArgv: [] });
  const port = await new Promise((resolve, reject) => {
    child.once('message', resolve).once('error', reject);
    child.once('exit', (code) => reject(new Error(`PGlite ended with ${code} before it listened.`)));
  });
  // The child must not keep this process alive; it exits with it.
  child.unref();
  child.channel?.unref();
  return { child, url: `postgres://postgres:postgres@127.0.0.1:${String(port)}/postgres` };
}

async function endIfIdle(): Promise<void> {
  if (users > 0) return;
  const ending = running;
  running = undefined;
  (await ending)?.child.kill();
}

async function empty(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('ROLLBACK; RESET ALL; DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  } finally {
    await client.end();
  }
}
