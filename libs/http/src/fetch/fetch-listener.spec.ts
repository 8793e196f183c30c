import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { fetchListener } from './fetch-listener.js';

const url = 'https://club.example/media/a%20b?q=1';
const asked = async (listener: RequestListener, init: RequestInit = {}): Promise<Response> =>
  await fetchListener(listener)(new Request(url, init));

/** A promise that the test resolves. */
function promised<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}

describe('a listener behind fetch', () => {
  it('gets what was asked, and answers with status, headers and body', async () => {
    const response = await asked(
      (request, answer) => {
        const { method, url: target, headers, socket } = request;
        answer.writeHead(201, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] });
        answer.end(JSON.stringify([method, target, headers.host, headers['x-one'], socket.remoteAddress]));
      },
      { headers: { 'x-one': 'two' } },
    );
    expect(response.status).toBe(201);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.has('connection')).toBe(false);
    expect(await response.json()).toEqual(['GET', '/media/a%20b?q=1', 'club.example', 'two', '127.0.0.1']);
  });

  it('tells who asks', async () => {
    const listener: RequestListener = ({ socket }, answer) => void answer.end(socket.remoteAddress);
    const handle = fetchListener(listener, { client: (request) => request.headers.get('x-real-ip') ?? '' });
    const response = await handle(new Request(url, { headers: { 'x-real-ip': '192.0.2.7' } }));
    expect(await response.text()).toBe('192.0.2.7');
  });

  it.each([
    ['HEAD', 200, '5'],
    ['GET', 304, null],
    ['DELETE', 204, null],
  ])('answers %s with %i without a body', async (method, status, length) => {
    const response = await asked(
      (_, answer) => {
        answer.statusCode = status;
        if (status === 200) answer.setHeader('content-length', 5).end('hello');
        else answer.end();
      },
      { method },
    );
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([status, length, '']); // prettier-ignore
  });

  it('passes over interim answers', async () => {
    const response = await asked((_, answer) => {
      answer.writeContinue();
      answer.end('done');
    });
    expect([response.status, await response.text()]).toEqual([200, 'done']);
  });

  it('reads a form', async () => {
    const form = new FormData();
    form.set('file', new Blob(['x'.repeat(1_000_000)]), 'a.txt');
    const response = await asked(
      (request, answer) => {
        let length = 0;
        request.on('data', (chunk: unknown) => (length += Buffer.isBuffer(chunk) ? chunk.length : NaN));
        request.on('end', () => answer.end(`${length} ${request.headers['content-type']}`));
      },
      { method: 'POST', body: form },
    );
    expect(await response.text()).toMatch(/^1000\d{3} multipart\/form-data; boundary=/);
  });

  it('answers before the body was read, and then reads no more of it', async () => {
    const cancelled = promised<undefined>();
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(Buffer.alloc(65_536)),
      cancel: () => cancelled.resolve(undefined),
    });
    const response = await asked(
      (request, answer) => {
        request.socket.setTimeout(1_000);
        answer.writeHead(403, { connection: 'close' }).end('no');
      },
      { method: 'POST', body, duplex: 'half' },
    );
    expect([response.status, await response.text()]).toEqual([403, 'no']);
    await cancelled.promise;
  });

  it('waits for a slow reader', async () => {
    let written = 0;
    const response = await asked((_, answer) => {
      const write = (): void => {
        while (written < 200 && answer.write(Buffer.alloc(65_536))) written += 1;
        if (written < 200) answer.once('drain', () => ((written += 1), write()));
        else answer.end();
      };
      write();
    });
    // DOM's type of a body does not say what it is made of.
    const reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined;
    await reader?.read();
    await new Promise(setImmediate);
    expect(written).toBeLessThan(10);
    let rest = 0;
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
      rest += part.value.length;
    expect(rest).toBeGreaterThan(190 * 65_536);
  });

  it('ends the work for a reader that leaves', async () => {
    const closed = promised<boolean>();
    const response = await asked((_, answer) => {
      answer.on('close', () => closed.resolve(answer.writableFinished));
      answer.write('begun');
    });
    await response.body?.cancel();
    expect(await closed.promise).toBe(false);
  });

  it('breaks off a body whose sender breaks off', async () => {
    const failed = promised<unknown>();
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        controller.enqueue(Buffer.from('a part'));
        controller.error(new Error('gone'));
      },
    });
    const answered = asked(
      (request, answer) => {
        buffer(request).catch((error: unknown) => {
          failed.resolve(error);
          answer.destroy();
        });
      },
      { method: 'POST', body, duplex: 'half' },
    );
    await expect(answered).rejects.toThrow('gone');
    expect(await failed.promise).toMatchObject({ message: 'gone' });
  });

  it('ends the work when the request is aborted', async () => {
    const leaving = new AbortController();
    const closed = promised<void>();
    const answered = asked(
      (_, answer) => {
        answer.on('close', () => closed.resolve(undefined));
        leaving.abort();
      },
      { signal: leaving.signal },
    );
    await expect(answered).rejects.toThrow('closed');
    await closed.promise;
  });

  it('fails an answer that breaks off', async () => {
    const response = await asked((_, answer) => {
      answer.write('a part');
      setImmediate(() => answer.destroy());
    });
    await expect(response.text()).rejects.toThrow('closed');
  });
});
