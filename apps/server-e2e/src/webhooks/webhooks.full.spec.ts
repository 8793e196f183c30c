import type { ServerResponse } from 'node:http';
import type { WebhookShapes } from '@cairn/api-schema';
import { ServerProcess } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { Receiver, type Received } from '../support/receiver.js';

const env = { CAIRN_ALLOWED_ADDRESSES: '127.0.0.1' };
/** What was claimed is taken for lost after a minute. */
const MORE_THAN_CLAIMED_MS = 61_000;

let server: ServerProcess;
let receivers: Receiver[] = [];

beforeEach(async () => {
  server = await ServerProcess.start({ env });
});

afterEach(async () => {
  for (const receiver of receivers.splice(0)) receiver.close();
  await server.dispose();
});

const call = <T>(method: string, path: string, body?: unknown): Promise<T> =>
  server.json<T>(method, path, body);
const upload = async (name: string): Promise<string> =>
  (await server.upload({ bytes: fixtures.jpeg.bytes, name, path: 'hooks' })).id;

/** A receiver and its webhook. */
async function hook(
  answer?: Receiver['answer'],
): Promise<{ readonly receiver: Receiver; readonly webhook: WebhookShapes['createdWebhook'] }> {
  const receiver = await Receiver.start();
  receivers = [...receivers, receiver];
  if (answer !== undefined) receiver.answer = answer;
  const body = { url: receiver.url, events: ['image.*', 'album.*'] };
  return { receiver, webhook: await call('POST', '/api/webhooks', body) };
}

const subjects = (received: readonly Received[]): readonly string[] => received.map(({ subject }) => subject);

describe('webhooks', () => {
  it('are verified by `standardwebhooks`, with both secrets once there is another one', async () => {
    const { receiver, webhook } = await hook();
    const id = await upload('a.jpg');
    await receiver.until((received) => received.length === 1);
    const { secret } = await call<{ readonly secret: string }>('POST', `/api/webhooks/${webhook.id}/secret`);
    const album = await call<{ readonly id: string }>('POST', '/api/albums', { title: 'Summer' });
    await receiver.until((received) => received.length === 2);
    const verified = receiver.received.map(({ body, headers }, index) =>
      [webhook.secret, secret].slice(0, index + 1).map((one) =>
        // Node gives headers of one name as one text.
        new Webhook(one).verify(body, headers as Record<string, string>),
      ),
    );
    const [first, second] = [
      { type: 'image.added', data: { id, address: 'hooks/a.jpg' } },
      { type: 'album.created', data: { id: album.id } },
    ].map((message) => expect.objectContaining(message));
    expect(verified).toEqual([[first], [second, second]]);
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
    const forged = (): unknown =>
      new Webhook(webhook.secret).verify(`${body} `, headers as Record<string, string>);
    expect(forged).toThrow('No matching signature');
  });

  it('reach one receiver while others fail, hang, redirect and reset; nothing is sent twice without its id', async () => {
    let isBroken = true;
    const broken =
      (how: Receiver['answer']): Receiver['answer'] =>
      (response, received) =>
        isBroken ? how(response, received) : response.writeHead(200).end();
    const { receiver: good } = await hook();
    const bad = await Promise.all(
      [
        broken((response) => response.writeHead(500).end()),
        broken((response) => response.writeHead(302, { Location: good.url }).end()),
        broken((response) => response.destroy()),
      ].map((answer) => hook(answer)),
    );
    const hung: ServerResponse[] = [];
    const { receiver: hanging } = await hook((response) => hung.push(response));
    const ids = [await upload('a.jpg'), await upload('b.jpg')];
    await good.until((received) => received.length === 2);
    expect(hung.filter(({ closed }) => closed)).toEqual([]); // it was not given up before
    await hanging.until((received) => received.length > 0);
    for (const { receiver } of bad) await receiver.until((received) => received.length === 2);
    isBroken = false;
    for (const { receiver } of bad) {
      await receiver.until((received) => received.length === 4); // after five seconds, as the first wait is
      expect([...subjects(receiver.received)].sort()).toEqual([...ids, ...ids].sort());
      expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(2);
    }
    expect([...subjects(good.received)].sort()).toEqual([...ids].sort());
  });

  it('of a server that is killed are sent by the next one', async () => {
    const { receiver } = await hook(() => undefined); // it hangs, so that the first server never knows
    const ids = [await upload('a.jpg'), await upload('b.jpg')];
    const { dataDir, key } = server;
    await server.end('SIGKILL');
    const before = receiver.received.length;
    receiver.answer = (response) => response.writeHead(204).end();
    const next = await ServerProcess.start({ env, dataDir, key, aheadMs: MORE_THAN_CLAIMED_MS });
    try {
      const isThere = (received: readonly Received[]): boolean =>
        ids.every((id) => received.slice(before).some(({ subject }) => subject === id));
      await receiver.until(isThere);
      const known = new Map<string, string>();
      for (const { id, subject } of receiver.received) {
        expect(known.get(subject) ?? id).toBe(id);
        known.set(subject, id);
      }
    } finally {
      await next.dispose();
    }
  });
});
