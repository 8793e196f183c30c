import { once } from 'node:events';
import { connect } from 'node:net';
import { fixtures } from '@cairn/testkit';
import { describe, expect, it } from '@jest/globals';
import { dial } from '../support/raw-connection.js';
import { start } from '../support/started-servers.js';

describe('SIGTERM', () => {
  it('finishes requests in flight, and keeps no connection alive after them', async () => {
    const server = await start();
    const { hostname, port } = new URL(server.address);
    const body = Buffer.concat([
      Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="slow.jpg"\r\n\r\n'),
      Buffer.from(fixtures.jpeg.bytes),
      Buffer.from('\r\n--b--\r\n'),
    ]);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /api/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.key}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.subarray(0, 200));
    await new Promise((resolve) => setTimeout(resolve, 200));
    const ended = server.end('SIGTERM');
    const answers = (): Promise<boolean> =>
      fetch(`${server.address}/livez`).then(
        () => true,
        () => false,
      );
    while (await answers()) await new Promise((resolve) => setTimeout(resolve, 20));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.write(body.subarray(200));
    await once(socket, 'data');
    const answered = performance.now();
    await once(socket, 'close');
    expect(performance.now() - answered).toBeLessThan(4_000); // else it would be 5 s and more
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
    expect(await ended).toBe(0);
    const again = await start({ dataDir: server.dataDir, key: server.key });
    expect(await (await again.fetch('/api/quota')).json()).toMatchObject({ imageCount: 1 });
  });

  it('does not wait for connections that have sent no request, or a part of one', async () => {
    const server = await start({ env: { CAIRN_DATABASE_URL: 'memory:', CAIRN_BLOB_URL: 'memory:' } });
    await dial(server);
    (await dial(server)).write('GET /livez HTTP/1.1\r\nHo');
    const started = performance.now();
    expect(await server.end('SIGTERM')).toBe(0);
    expect(performance.now() - started).toBeLessThan(15_000);
  });
});
