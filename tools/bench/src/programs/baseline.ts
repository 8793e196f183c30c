import { randomUUID } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openBytes } from './bytes.js';
import { serve, type Handler } from './serve.js';

const MAX_CONNECTIONS = 10; // Cairn's pool size

/** Bare servers, by their names. Each gets a folder or a file, and further arguments. */
const baselines: Readonly<
  Record<string, (path: string, given: readonly string[]) => Promise<Handler> | Handler>
> = {
  /** Sends a file from memory, with these headers. */
  buffer: (file, headers) => {
    const bytes = readFileSync(file);
    return (_request, response) => void response.writeHead(200, [...headers]).end(bytes);
  },

  /** Reads and sends a file, with these headers. */
  file: async (folder, [file = '', ...headers]) => {
    const [key, bytes] = ['baseline.jpg', await openBytes(folder)];
    await bytes.put(key, createReadStream(file), (await stat(file)).size);
    return (_request, response) => bytes.send(key, response, headers);
  },

  /** Stores the bytes of each request, and a row. */
  write: async (folder) => {
    const bytes = await openBytes(folder);
    const columns = ['id TEXT PRIMARY KEY', 'owner TEXT', 'size BIGINT', 'created_at BIGINT'];
    const rows = await openRows(folder, columns);
    return async (request, response) => {
      const id = randomUUID();
      const sizeInBytes = Number(request.headers['content-length']);
      await bytes.put(id, request, sizeInBytes);
      await rows.insert([id, 'owner', sizeInBytes, Date.now()]);
      sendJson(response, 201, JSON.stringify({ id }));
    };
  },

  /** Answers 304 without a lookup. */
  'not-modified': (_folder, headers) => (_request, response) =>
    void response.writeHead(304, [...headers]).end(),

  /** Looks the path up, and answers 304. */
  unchanged: async (folder, [path, ...headers]) => {
    const rows = await openRows(folder, ['id TEXT PRIMARY KEY', 'etag TEXT']);
    await rows.insert([path, headers[headers.indexOf('etag') + 1]]);
    return async (request, response) => {
      const row = await rows.find(request.url ?? '');
      response.writeHead(row === undefined ? 404 : 304, headers).end();
    };
  },

  /** Selects the row of an image. */
  record: async (folder, [id]) => {
    const columns = ['url', 'tags', 'path', '"createdAt"', '"updatedAt"'].map((name) => `${name} TEXT`);
    const rows = await openRows(folder, ['id TEXT PRIMARY KEY', ...columns]);
    const now = new Date().toISOString();
    await rows.insert([id, 'http://127.0.0.1:8080/cdn/photo.jpg', '[]', '', now, now]);
    return async (request, response) =>
      sendJson(response, 200, JSON.stringify(await rows.find(basename(request.url ?? ''))));
  },

  /** Inserts a row of each request. */
  insert: async (folder) => {
    const rows = await openRows(folder, ['id TEXT PRIMARY KEY', 'body TEXT', 'created_at BIGINT']);
    return async (request, response) => {
      const id = randomUUID();
      const sent: unknown = JSON.parse(await text(request));
      const body = JSON.stringify({ id, ...(typeof sent === 'object' && sent) });
      await rows.insert([id, body, Date.now()]);
      sendJson(response, 200, body);
    };
  },
};

const [, , name = '', path = '.', ...given] = process.argv;
const open = baselines[name];
if (open === undefined) throw new Error(`There is no baseline ${name}.`);
serve(await open(path, given));

function sendJson(response: Parameters<Handler>[1], status: number, body: string): void {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  response.writeHead(status, headers).end(body);
}

// Cairn's pool size

/** A table with the same durability as Cairn's, used by prepared statements. The first column is the key. */
interface Rows {
  insert(values: readonly unknown[]): Promise<void>;
  find(key: string): Promise<unknown>;
}

/** Creates a table in CAIRN_DATABASE_URL, or in a SQLite file in `folder` if the variable is not set. */
async function openRows(folder: string, columns: readonly string[]): Promise<Rows> {
  const url = process.env['CAIRN_DATABASE_URL'];
  return await (url === undefined ? openSqlite(folder, columns) : openPostgres(url, columns));
}

// Both are imported on demand: a larger heap makes garbage collection slower.

async function openSqlite(folder: string, columns: readonly string[]): Promise<Rows> {
  const { default: Database } = await import('sqlite-driver');
  const database = new Database(join(folder, 'baseline.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(`CREATE TABLE record (${columns.join(', ')})`);
  const insert = database.prepare(`INSERT INTO record VALUES (${columns.map(() => '?').join(', ')})`);
  const find = database.prepare('SELECT * FROM record WHERE id = ?');
  return {
    insert: async (values) => void insert.run(...values),
    find: async (key) => find.get(key),
  };
}

async function openPostgres(url: string, columns: readonly string[]): Promise<Rows> {
  const { Pool } = await import('pg');
  const pool = new Pool({ connectionString: url, max: MAX_CONNECTIONS });
  await pool.query({ text: `CREATE TABLE record (${columns.join(', ')})` });
  const places = columns.map((_, index) => `$${index + 1}`).join(', ');
  const insert = { name: 'insert', text: `INSERT INTO record VALUES (${places})` };
  const find = { name: 'find', text: 'SELECT * FROM record WHERE id = $1' };
  return {
    insert: async (values) => void (await pool.query({ ...insert, values: [...values] })),
    find: async (key) => (await pool.query<object>({ ...find, values: [key] })).rows[0],
  };
}
