import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { anonymous } from '@cairn/access';
import { operations, type Operation } from '@cairn/api-schema';
import { createApplication, type Application } from '@cairn/composition';
import { IdempotencyRepository } from '@cairn/kernel';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { requestContextOf } from '../messages/request-context.js';
import { HELD_MS, Idempotency, watchBody } from './idempotency.js';

let application: Application;
let now = 1_000;
let idempotency: Idempotency;

beforeAll(async () => {
  application = await createApplication({ database: { kind: 'memory' }, blobs: { kind: 'memory' } });
  idempotency = new Idempotency({
    claims: application.get(IdempotencyRepository),
    clock: { now: () => now },
    sessionSecret: () => undefined,
    failed: (error) => {
      throw error;
    },
  });
});

afterAll(() => application.close());

const operation = (id: string): Operation => {
  const found = operations.find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no operation ${id}.`);
  return found;
};

function requestOf(key: string) {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: 'POST', url: '/api/albums' });
  request.headers['idempotency-key'] = key;
  requestContextOf(request).principal = anonymous;
  watchBody(request);
  return { request, response: new ServerResponse(request), operation: operation('createAlbum') };
}

describe('a request whose first attempt ended without an answer', () => {
  it.each(['before', 'after'])('is refused with another body, that arrives %s it begins', async (when) => {
    const key = `key ${when}`.replace(' ', '-');
    const send = async (body: string): Promise<IncomingMessage> => {
      const asked = requestOf(key);
      const { request } = asked;
      const arrive = (): void => {
        request.push(Buffer.from(body));
        request.push(null);
      };
      if (when === 'before') arrive();
      await idempotency.begin(asked, async () => undefined);
      const closed = once(request.resume(), 'close').catch(() => undefined);
      if (when === 'after') arrive();
      await closed;
      if (requestContextOf(request).refusal !== undefined) throw requestContextOf(request).refusal;
      return request;
    };
    await send('{"title":"One"}');
    now += HELD_MS; // and the process dies
    await expect(send('{"title":"Two"}')).rejects.toMatchObject({ code: 'idempotency-key-reused' });
    now += HELD_MS;
    const { attempt } = requestContextOf(await send('{"title":"One"}'));
    expect(attempt?.isAnother).toBe(true);
  });
});
