import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { Turns } from './turns.mjs';

// Runs as a separate JavaScript process, so that it starts from sources and from compiled code alike. Sends its port
// to the parent and exits when the parent does.
process.once('disconnect', () => process.exit());

const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const version = dependencies['@electric-sql/pglite'];
const initialised = fileURLToPath(
  new URL(`../../node_modules/.cache/pglite-${version}.tar`, import.meta.url),
);

/** An empty database. To initialise one takes five seconds of processor time, to load one that was takes less than one. */
async function open() {
  if (existsSync(initialised))
    return await PGlite.create({ loadDataDir: new Blob([readFileSync(initialised)]) });
  const db = await PGlite.create();
  const dump = await db.dumpDataDir('none');
  mkdirSync(dirname(initialised), { recursive: true });
  const written = `${initialised}.${process.pid}`;
  writeFileSync(written, Buffer.from(await dump.arrayBuffer()));
  renameSync(written, initialised);
  return db;
}

const db = await open();
const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 100 });
server.queryQueue = new Turns(db);
server.addEventListener('listening', ({ detail }) => process.send(detail.port));
await server.start();
