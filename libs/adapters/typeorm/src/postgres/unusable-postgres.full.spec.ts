import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import { StorageUnavailable } from '@cairn/kernel';
import { openPostgres } from './open-postgres.js';

describe('openPostgres without a usable database', () => {
  let refusing: Server | undefined;

  /** A server that answers the first message with an error in PostgreSQL's protocol. */
  const listen = async (code: string, message: string): Promise<number> => {
    const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
    const head = Buffer.from('E\0\0\0\0');
    head.writeInt32BE(fields.length + 4, 1);
    refusing = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(Buffer.concat([head, fields])));
    }).listen(0, '127.0.0.1');
    await once(refusing, 'listening');
    const address = refusing.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  };

  const refusalOf = async (url: string): Promise<unknown> =>
    openPostgres({ url }).catch((error: unknown) => error);

  afterEach(async () => {
    refusing?.close();
    refusing = undefined;
  });

  it.each([
    ['28P01', 'password authentication failed for user "cairn"'],
    ['28000', 'role "cairn" does not exist'],
    ['3D000', 'database "images" does not exist'],
    ['53300', 'sorry, too many clients already'],
    ['57P03', 'the database system is starting up'],
  ])('is StorageUnavailable with the reason, and without the password: %s', async (code, message) => {
    const port = await listen(code, message);
    const refusal = await refusalOf(`postgres://cairn:secret@127.0.0.1:${port}/images`);
    expect(refusal).toBeInstanceOf(StorageUnavailable);
    expect(refusal).toMatchObject({
      message: `The database images at 127.0.0.1:${port} cannot be opened: ${message}`,
      cause: { code },
    });
    expect(inspect(refusal, { depth: null, showHidden: true })).not.toContain('secret');
  });

  it.each(['127.0.0.1', 'localhost'])(
    'is StorageUnavailable at once when nothing listens at %s',
    async (host) => {
      const start = performance.now();
      const refusal = await refusalOf(`postgres://cairn:secret@${host}:1/images`);
      expect(performance.now() - start).toBeLessThan(1_000);
      expect(refusal).toBeInstanceOf(StorageUnavailable);
      const message = expect.stringMatching(/^The database images at .*:1 cannot be opened: .*ECONNREFUSED/);
      expect(refusal).toMatchObject({ message });
    },
  );

  it('is StorageUnavailable after two seconds without an answer', async () => {
    refusing = createServer().listen(0, '127.0.0.1');
    await once(refusing, 'listening');
    const address = refusing.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const start = performance.now();
    expect(await refusalOf(`postgres://127.0.0.1:${port}/images`)).toBeInstanceOf(StorageUnavailable);
    expect(performance.now() - start).toBeLessThan(40_000);
  });

  it('does not continue where the address asks for TLS and the server has none', async () => {
    refusing = createServer((socket) =>
      socket.on('error', () => undefined).once('data', () => socket.write('N')),
    );
    refusing.listen(0, '127.0.0.1');
    await once(refusing, 'listening');
    const address = refusing.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    expect(await refusalOf(`postgres://127.0.0.1:${port}/images?sslmode=verify-full`)).toMatchObject({
      code: 'storage-unavailable',
      message: expect.stringContaining('does not support SSL'),
    });
  });
});
