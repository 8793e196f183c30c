import { spreadOf } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EventReader } from '../support/event-reader.js';
import { asking, differences, LISTENERS, type Ask } from './leaks/answers.js';
import { leaksOf, wholeAnswers } from './leaks/drill.js';
import { absent, DERIVED, type Target } from './leaks/private-images.js';
import { questionsOfHolders } from './leaks/questions.js';
import { as } from './leaks/strangers.js';
import { openWorld, type World } from './leaks/world.js';

// It takes some 10 s: every question of every stranger, spread over images of all types, is thousands of requests.
jest.setTimeout(120_000);

/** Each stranger asks each image the first few questions, and one in so many of the others. */
const SPREAD = { always: 3, every: 16 };
/** With so many, each stranger asks each question of an image of each of the five types. */
const IMAGES = Number(process.env['LEAK_IMAGES'] ?? 5 * SPREAD.every);
const ALL = { always: 0, every: 1 };

let world: World;
let ask: Ask;

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const strangerCalled = (part: string) => {
  const found = world.strangers.find(({ name }) => name.includes(part));
  if (found === undefined) throw new Error(`There is no stranger ${part}.`);
  return found;
};
/** At the door, keys and sessions count for nothing: of those without a link, one is enough. */
const strangersAt = (listener: (typeof LISTENERS)[number]) =>
  world.strangers.filter(({ name }) => listener === 'address' || /\blink\b|without a credential/.test(name));

beforeAll(async () => {
  world = await openWorld(IMAGES);
  ask = asking(world.server);
});

afterAll(() => world.server.dispose());

/** Those up to the one about `last`. What strangers tried with their own album is among them. */
async function eventsUntil(reader: EventReader, last: string): Promise<readonly (readonly unknown[])[]> {
  const told: (readonly unknown[])[] = [];
  while (told.at(-1)?.[1] !== last)
    told.push(...(await reader.take(1)).map(({ event, data }) => [event, data['id']]));
  return told;
}

describe(`${IMAGES} private images`, () => {
  it.each(LISTENERS)(
    'answer no stranger differently than an image that is not there, whatever is asked at the %s',
    async (listener) => {
      const { targets, server, owner } = world;
      const at = asking(server, listener);
      const leaks: string[] = [];
      for (const stranger of strangersAt(listener))
        leaks.push(...(await leaksOf({ ask: at, stranger, targets, ...SPREAD })));
      expect(leaks.slice(0, 9)).toEqual([]);
      const listed = ['GET', '/api/images?limit=1000&visibility=private'] as const;
      const { images } = await as<{ images: unknown[] }>(server, owner, listed);
      expect(images).toHaveLength(IMAGES); // nobody has deleted one, or opened it to all
    },
  );

  it.each(LISTENERS)(
    'are in nothing that a stranger reads at the %s, which is as before they came',
    async (listener) => {
      const { before, targets, server } = world;
      const secrets = ['hidden-398', ...targets.flatMap(({ id, tag }) => [id, `"${tag}"`])];
      for (const stranger of strangersAt(listener)) {
        const now = await wholeAnswers(asking(server, listener), stranger);
        for (const [index, [path, answer]] of now.entries()) {
          const [, earlier = answer] = before.get(`${listener} ${stranger.name}`)?.[index] ?? [];
          expect([stranger.name, path, differences(answer, earlier)]).toEqual([stranger.name, path, []]);
          expect(secrets.filter((secret) => answer.body.includes(secret))).toEqual([]);
        }
      }
    },
  );

  it('are in no events of others, nor of a key for spaces', async () => {
    const { server, spacesKey, events } = world;
    const marker = { title: 'Marker', description: '' };
    const { id } = await as<{ id: string }>(server, spacesKey, ['POST', '/hub/spaces', marker]);
    expect(await events.ofSpaces.take(1)).toMatchObject([{ event: 'space-created', data: { id } }]);
    const { id: own } = await as<{ id: string }>(server, server.key, ['POST', '/hub/spaces', marker]);
    const foreign = await eventsUntil(events.foreign, own);
    expect(foreign.filter(([event]) => event !== 'album-updated')).toEqual([['space-created', own]]);
    expect(world.targets.filter(({ id }) => foreign.some(([, told]) => told === id))).toEqual([]);
    events.ofSpaces.close();
    events.foreign.close();
  });

  it('are there for their owner, and for the holder of a link to them', async () => {
    const { server, owner, targets, link } = world;
    for (const [index, { path, id, etag, derivedEtag }] of targets.entries()) {
      const get = async (to: string, headers: Readonly<Record<string, string>>): Promise<number> =>
        (await fetch(server.address + to, { headers })).status;
      expect(await get(path, bearer(owner))).toBe(200);
      expect(await get(path, { ...bearer(owner), 'if-none-match': etag })).toBe(304);
      expect(await get(path + DERIVED, { ...bearer(owner), 'if-none-match': derivedEtag })).toBe(304);
      const isLinked = index < IMAGES / 2;
      expect(await get(`/api/shared/${link}/images/${id}/file?w=640`, {})).toBe(isLinked ? 200 : 404);
    }
  });
});

describe('the drill', () => {
  it('notices a public image, in every way to ask for a file', async () => {
    const stranger = strangerCalled('without a credential');
    const leaks = await leaksOf({ ask, stranger, targets: [world.open], ...ALL });
    const asked = stranger.questions.filter(({ of }) => of(world.open).path.startsWith(world.open.path));
    const methods = ['PUT', 'POST', 'DELETE', 'OPTIONS']; // are refused at every address
    const noticed = asked.filter(({ name }) => leaks.some((leak) => leak.includes(`: ${name} of `)));
    expect(asked.length - noticed.length).toBe(methods.length);
  });

  it('notices a link that opens them, and the features of a public photo', async () => {
    const { link, targets, open } = world;
    const holder = { name: 'with the link', headers: {}, questions: questionsOfHolders(link), wholes: [] };
    const opened = await leaksOf({ ask, stranger: holder, targets: targets.slice(0, 1), ...ALL });
    expect(opened.length).toBeGreaterThan(30);
    const stranger = strangerCalled('with every scope');
    const mapped = await leaksOf({ ask, stranger, targets: [open], ...ALL });
    for (const question of [
      'feature',
      'features',
      'count by tag',
      'box',
      'nearby',
      'tile',
      'tile of the hub',
    ])
      expect(mapped.filter((leak) => leak.includes(`: ${question} of /`))).toHaveLength(1);
    const ofLayers = strangerCalled('map of layers');
    expect(await leaksOf({ ask, stranger: ofLayers, targets: [open], ...ALL })).toHaveLength(
      ofLayers.questions.length,
    );
  });

  it.each([
    ['another status', { status: 403 }],
    ['another header', { headers: { 'cache-control': 'private' } }],
    ['one byte more', { body: ' ' }],
  ])('notices %s of one image for one question', async (_, change) => {
    const [, target = absent] = world.targets;
    const saboteur: Ask = async (asked) => {
      const answer = await ask(asked);
      return asked.path === `${target.path}?crop=0,0,9,9` && asked.method === undefined
        ? { ...answer, ...change }
        : answer;
    };
    const stranger = strangerCalled('session');
    const leaks = await leaksOf({ ask: saboteur, stranger, targets: [target], ...ALL });
    expect(leaks).toHaveLength(1);
  });

  it('shows how long the answers take, which nothing depends on', async () => {
    const { server, targets } = world;
    const took = async ({ path }: Target, suffix: string): Promise<number> => {
      const start = performance.now();
      await (await fetch(server.address + path + suffix)).arrayBuffer();
      return performance.now() - start;
    };
    for (const suffix of ['', DERIVED]) {
      const [there, nowhere]: [number[], number[]] = [[], []];
      for (const target of targets) {
        there.push(await took(target, suffix));
        nowhere.push(await took(absent, suffix));
      }
      // Printed, not compared: a busy machine makes more of a difference than any cause in the server.
      const [one, other] = [spreadOf(there), spreadOf(nowhere)];
      process.stdout.write(
        `${suffix || 'file'}: private ${JSON.stringify(one)}, absent ${JSON.stringify(other)} ms\n`,
      );
    }
  });
});
