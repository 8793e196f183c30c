import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serve } from './serve.js';
import { openDatabase } from './sqlite.js';

const [, , folder = '.'] = process.argv;
const files = join(folder, 'files');
await mkdir(files);
const database = openDatabase(folder, 'id TEXT PRIMARY KEY, owner TEXT, size INTEGER, created_at INTEGER');
const insert = database.prepare('INSERT INTO record VALUES (?, ?, ?, ?)');

serve(async (request, response) => {
  const id = randomUUID();
  const temporary = join(folder, id);
  await writeFile(temporary, request, { flag: 'wx', flush: true });
  await rename(temporary, join(files, id));
  const directory = await open(files);
  await directory.sync();
  await directory.close();
  insert.run(id, 'owner', Number(request.headers['content-length']), Date.now());
  const body = JSON.stringify({ id });
  response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
});
