import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openTestPostgres } from '@cairn/services';
import { expect, it } from '@jest/globals';
import { compilerOf } from './outside.mjs';
import { succeed } from './run.mjs';
import { blocksFor } from '../docs/checks.mjs';

const [[, blocks]] = blocksFor('tools/pack/embedded.full.spec.mjs');
const [express, fastify, hono, nest, users, together, upload, leaves, consumers] = blocks.map(({ code }) =>
  code
    .replace('postgres://club:secret@localhost/club', "' + url + '")
    .replace('const application', 'const opened')
    .replace('createHandler(application', 'createHandler(opened'),
);

/** What the fragments of the page take for granted: a service with members, tables and frameworks. */
const program = `
import 'reflect-metadata';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { CreateSpace, ListSpaces, ownerCaller } from '@cairn/spaces';
import { PrepareUpload, RecordUpload } from '@cairn/images';
import { GiveGrant } from '@cairn/access';
import { EraseOwner, ExportOwner } from '@cairn/composition';
import { CairnModule } from '@cairn/nest';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import fastify from 'fastify';
import { Hono } from 'hono';
import pg from 'pg';
import { DataSource } from 'typeorm';

const url = process.env['DATABASE_URL'] ?? '';
const memberOf = async (given?: string) => (given === 'Bearer secret' ? { owner: 'alice' } : undefined);
const headers = { authorization: 'Bearer secret', 'content-type': 'application/json' };
const made = { method: 'POST', headers, body: JSON.stringify({ title: 'Trails', description: '' }) };

${express}
const listening = app.listen(0);
const { port } = listening.address() as AddressInfo;
console.log('express', (await fetch(\`http://127.0.0.1:\${port}/media/hub/spaces\`, made)).status);
listening.close();
{
  ${fastify}
  console.log('fastify', (await fetch((await app.listen({ port: 0, host: '127.0.0.1' })) + '/media/hub/spaces', made)).status);
  await app.close();
}
{
  const app = new Hono();
  ${hono}
  console.log('hono', (await app.request('/media/hub/spaces', made)).status);
}
const [owner, bob] = ['alice', 'bob'];
const members = {
  findMany: async (ids: readonly string[]) => ids.map((id) => ({ id, name: id })),
  findByName: async (name: string) => ({ id: name, name }),
};
const stores = { database: { kind: 'postgres', url, schema: 'cairn' }, blobs: { kind: 'fs', directory: './photos' } } as const;
const feed = { added: [] as string[], add: async (id: string) => void feed.added.push(id) };
{
  ${consumers}
  await opened.close();
}
${users.replace('const opened', 'const application')}
const pool = new pg.Pool({ connectionString: url });
await pool.query('CREATE TABLE tour (space_id text); CREATE TABLE member (id text, photo text)');
await pool.query("INSERT INTO member VALUES ('alice', NULL)");
{
  const [caller, accountId, to] = [ownerCaller({ owner }), owner, { type: 'user', id: bob } as const];
  ${together}
}
{
  const name = 'pixel.png';
  const bytes = (async function* () {
    yield Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGOoBwAAgQCA05RTSgAAAABJRU5ErkJggg==', 'base64');
  })();
  ${upload}
}
console.log('tours', (await pool.query('SELECT * FROM tour')).rowCount, 'photo', typeof (await pool.query('SELECT photo FROM member')).rows[0].photo);
{
  const [user, folder, join, exported] = ['alice', '', (_: string, name: string) => name, [] as string[]];
  const write = async (name: string, input: AsyncIterable<Uint8Array>) => {
    await buffer(input);
    exported.push(name);
  };
  ${leaves}
  console.log('exported', exported.includes('images.ndjson'), 'erasure', typeof id);
}
await application.close();
await opened.close();
await pool.end();

const source = await new DataSource({ type: 'postgres', url }).initialize();
@Module({ providers: [{ provide: DataSource, useValue: source }], exports: [DataSource] })
class Tables {}
${nest.replace('inject: [DataSource],', 'imports: [Tables], inject: [DataSource],')}
const service = await NestFactory.create(AppModule, { logger: false });
await service.listen(0, '127.0.0.1');
console.log('nest', (await fetch((await service.getUrl()) + '/media/hub/spaces', made)).status, service.get(ListSpaces, { strict: false }) instanceof ListSpaces);
await service.close();
await source.destroy();
`;

it('The code of docs/embedding.md compiles, and runs on PostgreSQL and a disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-embedded-'));
  const postgres = await openTestPostgres();
  try {
    mkdirSync(join(folder, 'out'));
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'main.ts'), program);
    const compilerOptions = {
      ...{
        strict: true,
        module: 'nodenext',
        target: 'es2022',
        types: ['node'],
        skipLibCheck: true,
        outDir: 'out',
        rootDir: '.',
      },
      ...{ experimentalDecorators: true, emitDecoratorMetadata: true },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
    await succeed([compilerOf(7), '--project', folder]);
    const env = { DATABASE_URL: await postgres.fresh() };
    expect((await succeed(['out/main.js'], { cwd: folder, env })).trim().split('\n')).toEqual([
      'express 200',
      'fastify 200',
      'hono 200',
      'tours 1 photo string',
      'exported true erasure string',
      'nest 200 true',
    ]);
  } finally {
    await postgres.close();
    rmSync(folder, { recursive: true });
  }
});
