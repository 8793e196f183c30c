import { once } from 'node:events';
import { connect } from 'node:net';
import { IN_MEMORY, PATIENT, until } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { describe, expect, it } from '@jest/globals';
import { dial } from '../support/raw-connection.js';
import { start } from '../support/started-servers.js';

/** The server stops within three seconds, whatever it does, which is short on a busy machine. */
const nodeOptions = PATIENT;

describe('SIGTERM', () => {
  it('finishes requests in flight, and keeps no connection alive after them', async () => {
    const server = await start({ nodeOptions });
    const { hostname, port } = new URL(server.address);
    const body = Buffer.concat([
      Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="slow.jpg"\r\n\r\n'),
      Buffer.from(fixtures.jpeg.bytes),
      Buffer.from('\r\n--b--\r\n'),
    ]);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /api/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.key}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n` +
        `Expect: 100-continue\r\n\r\n`,
    );
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    await until('the server asks for the body', () => answer.endsWith('\r\n\r\n'));
    socket.write(body.subarray(0, 200));
    const ended = server.end('SIGTERM');
    const answers = (): Promise<boolean> =>
      fetch(`${server.address}/livez`).then(
        () => true,
        () => false,
      );
    await until('it accepts no further requests', async () => !(await answers()));
    socket.write(body.subarray(200));
    const closed = once(socket, 'close');
    socket.on('error', () => undefined); // it is closed while a request comes
    await until('the image is stored', () => answer.includes('/cdn/slow.jpg"}'));
    socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    await closed;
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 201']);
    expect(await ended).toBe(0);
    const again = await start({ dataDir: server.dataDir, key: server.key });
    expect(await (await again.fetch('/api/quota')).json()).toMatchObject({ imageCount: 1 });
  });

  it('does not wait for connections that have sent no request, or a part of one', async () => {
    const server = await start({
      nodeOptions,
      env: IN_MEMORY,
    });
    await dial(server);
    (await dial(server)).write('GET /livez HTTP/1.1\r\nHo');
    const started = performance.now();
    expect(await server.end('SIGTERM')).toBe(0);
    expect(performance.now() - started).toBeLessThan(20_000); // else it would be 30 s
  });
});
