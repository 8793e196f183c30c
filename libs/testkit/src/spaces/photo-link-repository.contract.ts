import { assert } from '../assert.js';
import type { PhotoLink, PhotoSource } from '@cairn/photo-places';
import type { NewPhotoLink, PhotoLinkRepository, PhotoWork } from '@cairn/photo-places/spi';
import type { SpaceRepository } from '@cairn/spaces/spi';
import { aSpace, identifier, several } from '../builders.js';
import type { Contract, Subject } from '../contract.js';
import { mutate } from '../mutate.js';
import { assertAll, rejection, settle } from '../outcomes.js';

/** Links of photos, and the spaces they go with. */
export interface PhotoLinkPorts {
  readonly links: PhotoLinkRepository;
  readonly spaces: SpaceRepository;
}

const NOW = 1_800_000_000_000;
const FAULT = { code: 'space-read-only', detail: "The space 'é' is read-only." };
const folder = (path: string): PhotoSource => ({ kind: 'folder', path });

let made = 0;

function anOwner(): string {
  return `owner-${(made += 1)}`;
}

/** Two spaces, and links of an owner that nobody else has. */
async function opened({ open }: Subject<PhotoLinkPorts>) {
  const ports = await open();
  const [one, other] = [aSpace(), aSpace()];
  for (const space of [one, other]) await ports.spaces.add(space);
  const owner = anOwner();
  const put = (given: Partial<NewPhotoLink> = {}): Promise<PhotoLink> => {
    const id = identifier((made += 1), 22);
    const source = folder('holiday');
    return ports.links.put({ id, owner, source, spaceId: one.id, now: NOW, maxLinks: 9, ...given });
  };
  const list = (): Promise<readonly PhotoLink[]> => ports.links.list([owner]);
  /** The due links of this owner, in the order in which they are found when each is put off. */
  const due = async (now: number): Promise<readonly string[]> => {
    const found: PhotoLink[] = [];
    for (let link = await ports.links.findDue(now); link; link = await ports.links.findDue(now)) {
      found.push(link);
      await ports.links.save(link, { ...link.work, dueAt: Number.MAX_SAFE_INTEGER });
    }
    return found.filter((link) => link.owner === owner).map(({ id }) => id);
  };
  return { ...ports, ports, owner, one, other, put, list, due };
}

const phases = (links: readonly PhotoLink[]): readonly string[] => links.map(({ work }) => work.phase);
const work = (given: Partial<PhotoWork>): PhotoWork => ({ phase: 'placing', done: 0, dueAt: NOW, ...given });

/** Rules for every `PhotoLinkRepository`. */
export const photoLinkRepositoryContract = {
  'a link is returned as it was put, and begins at once': async (subject) => {
    const { put, list, owner, one, due } = await opened(subject);
    for (const source of [folder(''), folder('Ärger/%_*'), { kind: 'key', keyId: 'k:1' }] as const) {
      const id = identifier((made += 1), 22);
      const link = await put({ id, source });
      const begun = { createdAt: NOW, generation: link.generation, work: work({}) };
      assert.deepEqual(link, { id, owner, source, spaceId: one.id, ...begun });
      mutate(link);
      assert.deepEqual((await list()).find((found) => found.id === id)?.source, source);
    }
    const ids = (await list()).map(({ id }) => id);
    assert.deepEqual(await due(NOW - 1), []);
    assert.deepEqual(await due(NOW), ids);
  },

  'a link to an absent space is SpaceNotFound': async (subject) => {
    const { put, list } = await opened(subject);
    assert.equal((await rejection(put({ spaceId: 'absent' }))).code, 'space-not-found');
    assert.deepEqual(await list(), []);
  },

  'a source has one space: what links it to another one begins to be removed': async (subject) => {
    const { put, list, other } = await opened(subject);
    const [first] = [await put(), await put({ source: folder('x') })];
    const second = await put({ spaceId: other.id, now: NOW + 1 });
    assert.notEqual(second.id, first.id);
    assert.deepEqual(phases(await list()), ['removing', 'placing', 'placing']);
    const [removed] = await list();
    assert.notEqual(removed?.generation, first.generation);
    assert.equal(removed?.work.dueAt, NOW + 1);
  },

  'a link that is put again stays as it is, or begins anew where it is removed or has a fault': async (
    subject,
  ) => {
    const { put, links, owner } = await opened(subject);
    const link = await put();
    await links.save(link, work({ phase: 'checking', done: 5, after: 'photo-1' }));
    const same = await put({ now: NOW + 1 });
    assert.deepEqual(same, { ...link, work: work({ phase: 'checking', done: 5, after: 'photo-1' }) });
    await links.save(link, work({ phase: 'blocked', fault: FAULT }));
    const anew = await put({ now: NOW + 2 });
    assert.deepEqual([anew.id, anew.work], [link.id, work({ dueAt: NOW + 2 })]);
    await links.end({ owner, source: folder('holiday'), now: NOW + 3 });
    const again = await put({ now: NOW + 4 });
    assert.deepEqual([again.id, again.work], [link.id, work({ dueAt: NOW + 4 })]);
    assert.equal(new Set([link, anew, again].map(({ generation }) => generation)).size, 3);
  },

  'a link that ends begins to be removed, and an absent, ended or other owner’s one is PhotoLinkNotFound':
    async (subject) => {
      const { put, list, links, owner } = await opened(subject);
      await put();
      const source = folder('holiday');
      const others = [
        { owner, source: folder('holi') },
        { owner: anOwner(), source },
      ];
      for (const absent of others)
        assert.equal((await rejection(links.end({ ...absent, now: NOW }))).code, 'photo-space-not-found');
      await links.end({ owner, source, now: NOW + 1 });
      assert.deepEqual((await list())[0]?.work, work({ phase: 'removing', dueAt: NOW + 1 }));
      const twice = await rejection(links.end({ owner, source, now: NOW }));
      assert.equal(twice.code, 'photo-space-not-found');
    },

  'links are listed oldest first, then by identifier, of the owners that are asked for': async (subject) => {
    const { put, links, owner } = await opened(subject);
    const [second, third] = [anOwner(), anOwner()];
    const late = await put({ now: NOW + 1, source: folder('a') });
    const ids = ['b', 'a'].map((end) => identifier((made += 1), 21) + end);
    await put({ id: ids[0] ?? '', owner: second });
    await put({ id: ids[1] ?? '', source: folder('b') });
    await put({ owner: third });
    const listed = (await links.list([second, owner])).map(({ id }) => id);
    assert.deepEqual(listed, [...ids, late.id]);
    assert.deepEqual(await links.list([]), []);
  },

  'of the links that are due the one that has been so longest is found': async (subject) => {
    const { put, links, due } = await opened(subject);
    const all = [];
    for (const path of ['a', 'b', 'c', 'd']) all.push(await put({ source: folder(path) }));
    for (const [index, dueAt] of [NOW + 3, NOW + 1, NOW + 2, NOW + 9].entries())
      if (all[index]) await links.save(all[index], work({ dueAt }));
    assert.deepEqual(await due(NOW + 3), [all[1]?.id, all[2]?.id, all[0]?.id]);
  },

  'work is stored whole, but not over what was changed meanwhile': async (subject) => {
    const { put, list, links, owner } = await opened(subject);
    const link = await put();
    const reached = work({
      phase: 'checking',
      after: 'photo-é',
      done: 123_456,
      fault: FAULT,
      dueAt: NOW + 7,
    });
    await links.save(link, reached);
    assert.deepEqual((await list())[0]?.work, reached);
    await links.save(link, work({ phase: 'idle' }));
    assert.deepEqual((await list())[0]?.work, work({ phase: 'idle' }));
    await links.end({ owner, source: link.source, now: NOW });
    await links.save(link, reached);
    assert.deepEqual(phases(await list()), ['removing']);
    const [removing] = await list();
    assert.ok(removing);
    await links.remove(removing);
    await links.save(removing, reached);
    assert.deepEqual(await list(), []);
  },

  'a link that was changed meanwhile is not removed': async (subject) => {
    const { put, list, links, owner } = await opened(subject);
    const link = await put();
    await links.end({ owner, source: link.source, now: NOW });
    const [removing] = await list();
    assert.ok(removing);
    await put();
    await links.remove(removing);
    assert.deepEqual(phases(await list()), ['placing']);
  },

  'links of a space are due when they are woken, if they have a fault': async (subject) => {
    const { put, links, due, one, other } = await opened(subject);
    const later = { dueAt: NOW + 50 };
    const [faulty, sound] = [await put({ source: folder('a') }), await put({ source: folder('b') })];
    const elsewhere = await put({ source: folder('c'), spaceId: other.id });
    await links.save(faulty, work({ ...later, fault: FAULT }));
    await links.save(sound, work(later));
    await links.save(elsewhere, work({ ...later, fault: FAULT }));
    await links.wake([one.id, 'absent'], NOW + 5);
    assert.deepEqual(await due(NOW + 4), []);
    assert.deepEqual(await due(NOW + 5), [faulty.id]);
  },

  'an owner has no more links than allowed, however many are made at once': async (subject) => {
    const { put, list, links, owner } = await opened(subject);
    const attempts = several(8, (number) => put({ source: folder(String(number)), maxLinks: 3 }));
    const { values, refusals } = await settle(attempts);
    assert.equal(values.length, 3);
    assertAll(refusals, 5, 'photo-space-limit-reached');
    const [first] = await list();
    assert.ok(first);
    await put({ source: first.source, maxLinks: 3 });
    await links.end({ owner, source: first.source, now: NOW });
    await put({ source: folder('instead'), maxLinks: 3 });
    assert.equal((await list()).length, 4);
  },

  'links go with their space, and one that is made later under the same identifier has none': async (
    subject,
  ) => {
    const { put, list, spaces, one, other } = await opened(subject);
    await put();
    const stays = await put({ source: folder('x'), spaceId: other.id });
    await spaces.remove(one.id, () => {});
    assert.deepEqual(await list(), [stays]);
    await spaces.add(aSpace({ id: one.id }));
    assert.deepEqual(await list(), [stays]);
  },

  'links are there after a restart': async (subject) => {
    const { put, owner, ports } = await opened(subject);
    const link = await put();
    const { links } = await subject.reopen(ports);
    assert.deepEqual(await links.list([owner]), [link]);
  },
} satisfies Contract<PhotoLinkPorts>;
