import { randomUUID } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { serve } from './serve.js';
import { openDatabase } from './sqlite.js';

const [, , folder = '.'] = process.argv;
const files = join(folder, 'files');
await mkdir(files);
const database = openDatabase(folder, 'id TEXT PRIMARY KEY, owner TEXT, size INTEGER, created_at INTEGER');
const insert = database.prepare('INSERT INTO record VALUES (?, ?, ?, ?)');

async function store(request: IncomingMessage, path: string): Promise<number> {
  const handle = await open(path, 'wx');
  try {
    await handle.writeFile(request);
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

serve(async (request, response) => {
  const id = randomUUID();
  const temporary = join(folder, id);
  const size = await store(request, temporary);
  await rename(temporary, join(files, id));
  const directory = await open(files);
  await directory.sync();
  await directory.close();
  insert.run(id, 'owner', size, Date.now());
  const body = JSON.stringify({ id });
  response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
});
