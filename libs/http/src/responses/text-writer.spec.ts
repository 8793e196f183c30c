import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { TextWriter } from './text-writer.js';

it.each(['', 'a'])(
  'a long text arrives as it is, in pieces that no character is split by: %j',
  async (first) => {
    const text = first + '🗺'.repeat(500_000);
    const written: number[] = [];
    const server = createServer((_, response) => {
      const write = response.write.bind(response);
      response.write = (piece: string) => {
        written.push(piece.length);
        return write(piece);
      };
      const writer = new TextWriter(response);
      void writer.write(text).then(() => writer.end('!'));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect((await answer.text()) === `${text}!`).toBe(true);
    expect(Math.max(...written)).toBeLessThanOrEqual(262_144);
    server.close();
  },
);
