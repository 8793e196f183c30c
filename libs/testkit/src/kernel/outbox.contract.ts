import { assert } from '../assert.js';
import { OUTBOX_START, type DomainEvent, type Outbox, type OutboxEntry } from '@cairn/kernel';
import type { Space } from '@cairn/spaces';
import { anImage, aSpace, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { outboxConsumerRules, type OutboxPorts } from './outbox-consumer.rules.js';
import { rejection } from '../outcomes.js';

const WRITERS = 15;
const MOST = 1_000;

/** Rules for every `Outbox` with the repositories that append to it. */
export const outboxContract = {
  'an event is stored with its change and tells of it': async ({ open }) => {
    const { outbox, catalog, spaces } = await open();
    const [image, space] = [anImage(), aSpace()];
    const { id, owner, path, fileName, file } = image;
    const ofImage = { owner, address: `${path}/${fileName}`, blobKey: file.blobKey };
    await catalog.add(image, 1);
    await spaces.add(space);
    await spaces.update(space.id, later);
    await spaces.remove(space.id, () => {});
    await catalog.remove('alice', id);
    const events = await everyEvent(outbox);
    const { updatedAt } = space;
    assert.deepEqual(events.map(told), [
      ['image-added', id, ofImage],
      ['space-created', space.id, { owner, updatedAt }],
      ['space-updated', space.id, { owner, updatedAt: updatedAt + 1 }],
      ['space-deleted', space.id, { owner, updatedAt: updatedAt + 1 }],
      ['image-removed', id, ofImage],
    ]);
    assert.equal(new Set(events.map((event) => event.id)).size, 5);
    assert.ok(events.every(({ occurredAt }) => Number.isSafeInteger(occurredAt) && occurredAt > 0));
  },

  'a description is told of when it is stored, but not of an image that is gone': async ({ open }) => {
    const { outbox, catalog } = await open();
    const [image, gone] = [anImage(), anImage()];
    for (const each of [image, gone]) await catalog.add(each, 2);
    await catalog.remove('alice', gone.id);
    const before = await everyEvent(outbox);
    const description = { uploadSha256: 'ab'.repeat(32), removed: [] };
    await catalog.describe(gone, description);
    await catalog.describe({ ...image, owner: 'bob' }, description);
    await catalog.describe(image, description);
    const { id, owner, path, fileName, file } = image;
    const ofImage = { owner, address: `${path}/${fileName}`, blobKey: file.blobKey };
    const events = (await everyEvent(outbox)).slice(before.length);
    assert.deepEqual(events.map(told), [['image-described', id, ofImage]]);
  },

  'another visibility is told of as an update, but not where nothing changes': async ({ open }) => {
    const { outbox, catalog } = await open();
    const [image, same] = [anImage(), anImage({ visibility: 'private' })];
    for (const each of [image, same]) await catalog.add(each, 2);
    const before = await everyEvent(outbox);
    const change = { visibility: 'private', now: 5 } as const;
    await catalog.changeVisibility('alice', [image.id, same.id, 'absent'], change);
    await catalog.changeVisibility('bob', [image.id], { ...change, visibility: 'public' });
    const { id, owner, path, fileName, file } = image;
    const ofImage = { owner, address: `${path}/${fileName}`, blobKey: file.blobKey };
    const events = (await everyEvent(outbox)).slice(before.length);
    assert.deepEqual(events.map(told), [['image-updated', id, ofImage]]);
  },

  'no event is stored where its change is not': async ({ open }) => {
    const { outbox, catalog, spaces } = await open();
    const [image, space] = [anImage(), aSpace()];
    await catalog.add(image, 5);
    await spaces.add(space);
    const before = await everyEvent(outbox);
    const refuse = (): never => assert.fail('refused');
    assert.equal((await rejection(catalog.add(anImage(), 1))).code, 'quota-exceeded');
    const { path, fileName } = image;
    assert.equal((await rejection(catalog.add(anImage({ path, fileName }), 5))).code, 'address-taken');
    assert.equal((await rejection(catalog.remove('bob', image.id))).code, 'image-not-found');
    assert.equal((await rejection(spaces.add(aSpace({ id: space.id })))).code, 'space-exists');
    assert.equal((await rejection(spaces.remove('absent', () => {}))).code, 'space-not-found');
    await assert.rejects(spaces.update(space.id, refuse), /refused/);
    await assert.rejects(spaces.remove(space.id, refuse), /refused/);
    assert.deepEqual(await everyEvent(outbox), before);
  },

  'events of one aggregate come in the order of its changes, however many are made at once': async ({
    open,
  }) => {
    const { outbox, spaces } = await open();
    const stored = several(3, () => aSpace());
    for (const space of stored) await spaces.add(space);
    await Promise.all(several(WRITERS, () => stored.map((space) => spaces.update(space.id, later))).flat());
    const events = await everyEvent(outbox);
    for (const { id, updatedAt } of stored) {
      const times = events
        .filter((event) => event.aggregateId === id)
        .map((event) => event.payload['updatedAt']);
      assert.deepEqual(
        times,
        several(WRITERS + 1, (number) => updatedAt + number),
      );
    }
  },

  'a listing goes on behind a position, on pages of any size': async ({ open }) => {
    const { outbox, spaces } = await open();
    for (const space of several(7, () => aSpace())) await spaces.add(space);
    const all = await outbox.list(OUTBOX_START, MOST);
    assert.equal(all.length, 7);
    for (const limit of [1, 2, 7, 8]) assert.deepEqual(await everyEntry(outbox, limit), all);
    const last = all.at(-1)?.position ?? OUTBOX_START;
    assert.deepEqual(await outbox.list(last, 5), []);
  },

  'of many writers at once no event is lost, and a consumer that reads meanwhile skips none': async ({
    open,
  }) => {
    const { outbox, catalog, spaces } = await open();
    const [images, created] = [several(WRITERS, () => anImage()), several(WRITERS, () => aSpace())];
    const state = { isWriting: true };
    const written = Promise.all([
      ...images.map((image) => catalog.add(image, WRITERS)),
      ...created.map((space) => spaces.add(space)),
    ]).finally(() => (state.isWriting = false));
    const seen: OutboxEntry[] = [];
    const read = async (): Promise<number> => {
      const page = await outbox.list(seen.at(-1)?.position ?? OUTBOX_START, 3);
      seen.push(...page);
      return page.length;
    };
    while (state.isWriting) await read();
    while ((await read()) > 0);
    await written;
    const ids = seen.map(({ event }) => event.aggregateId).sort();
    assert.deepEqual(ids, [...images, ...created].map(({ id }) => id).sort());
  },

  'an event names the trace in which it was stored, also of many at once': async ({ open }) => {
    const { outbox, catalog, spaces, work } = await open();
    const traces = several(WRITERS, (number) => traceparent(number));
    const added = [...traces, undefined].map((parent) => ({ parent, image: anImage() }));
    await Promise.all(
      added.map(({ parent, image }) => work.during({ traceparent: parent }, () => catalog.add(image, MOST))),
    );
    await spaces.add(aSpace());
    const events = await everyEvent(outbox);
    const found = added.map(({ image }) => events.find(({ aggregateId }) => aggregateId === image.id));
    assert.deepEqual(
      found.map((event) => event?.traceparent),
      added.map(({ parent }) => parent),
    );
    assert.equal(events.find(({ type }) => type === 'space-created')?.traceparent, undefined);
  },

  'what came out is a copy': async ({ open }) => {
    const { outbox, catalog } = await open();
    await catalog.add(anImage(), 1);
    const [event] = await everyEvent(outbox);
    Object.assign(event?.payload ?? {}, { owner: 'spoiled' });
    assert.equal((await everyEvent(outbox))[0]?.payload['owner'], 'alice');
  },

  ...outboxConsumerRules,
} satisfies Contract<OutboxPorts>;

const traceparent = (number: number): string =>
  `00-${String(number + 1).padStart(32, '0')}-${'b'.repeat(16)}-01`;

function later(space: Space): Space {
  return { ...space, updatedAt: space.updatedAt + 1 };
}

function told({ type, aggregateId, payload }: DomainEvent): readonly unknown[] {
  return [type, aggregateId, payload];
}

async function everyEvent(outbox: Outbox): Promise<readonly DomainEvent[]> {
  return (await outbox.list(OUTBOX_START, MOST)).map(({ event }) => event);
}

async function everyEntry(outbox: Outbox, limit: number): Promise<readonly OutboxEntry[]> {
  const all: OutboxEntry[] = [];
  for (;;) {
    const page = await outbox.list(all.at(-1)?.position ?? OUTBOX_START, limit);
    assert.ok(page.length <= limit, 'a page is longer than asked for');
    if (page.length === 0) return all;
    all.push(...page);
  }
}
