import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import { EventStream } from './event-stream.js';

const open = (): { readonly stream: EventStream; readonly response: ServerResponse } => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const stream = new EventStream({ owner: 'alice', kinds: ['images'], response, position: () => 7 });
  stream.begun(3);
  return { stream, response };
};

it('drops a client that does not read', () => {
  const { stream, response } = open();
  const change = { type: 'image-updated', owner: 'alice', id: 'x'.repeat(22), at: 0 } as const;
  let position = 3;
  while (!response.destroyed && position < 100_000) stream.changed({ ...change, position: (position += 1) });
  expect(position).toBeGreaterThan(1_000);
  expect(position).toBeLessThan(20_000);
  const { writableLength } = response;
  stream.changed({ ...change, position });
  expect(response.writableLength).toBe(writableLength);
});

it('beats with the position that everyone was told of', () => {
  const { stream, response } = open();
  const written: string[] = [];
  response.write = (text: string) => written.push(text) > 0;
  stream.beat();
  expect(written).toEqual([':\nid: 7\n\n']);
});

it('does not wait at its end for a client that does not read, or was not answered yet', () => {
  const { stream, response } = open();
  expect(response.writableLength).toBeGreaterThan(0); // its socket is not connected
  stream.end();
  expect(response.destroyed).toBe(true);
  const unanswered = new ServerResponse(new IncomingMessage(new Socket()));
  const other = new EventStream({ owner: 'a', kinds: ['images'], response: unanswered, position: () => 7 });
  other.end();
  other.begun(3);
  expect([unanswered.destroyed, unanswered.headersSent]).toEqual([true, false]);
});
