import { createHash } from 'node:crypto';
import type { AlbumRecord, ImageDetails, SessionRecord } from '@cairn/api-schema';
import { ServerProcess, UNLIMITED } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAccount } from '../support/accounts.js';
import { join, setUp, type Browser } from '../support/browser.js';
import { EventReader } from '../support/event-reader.js';
import { waysIn, type Given } from './hidden-ways-in.js';
import {
  answersAbout,
  answersOfLink,
  answersOfMember,
  SIGNING_SECRET,
  tells,
  type Answers,
  type Headers,
} from './hidden-ways-out.js';
import { oddFiles } from './odd-files.js';

let server: ServerProcess;
let accountId: string;
let member: Browser;
/** Of another account. */
let foreign: string;

const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());
const etagOf = (bytes: Uint8Array): string => `"${createHash('sha256').update(bytes).digest('hex')}"`;

beforeAll(async () => {
  server = await ServerProcess.start({
    env: {
      ...UNLIMITED,
      CAIRN_METADATA: 'hide',
      CAIRN_IMPORTS: 'on',
      CAIRN_ALLOWED_ADDRESSES: '127.0.0.1',
      CAIRN_SIGNING_KEYS: `site:${SIGNING_SECRET}`,
      CAIRN_EMBED_ORIGINS: 'https://blog.example.org',
    },
  });
  const owner = await setUp(server);
  member = await join(server, owner, 'Grace');
  accountId = (await owner.get<SessionRecord>('/api/session')).account.id;
  const resource = { type: 'account', id: accountId };
  await server.json('POST', '/api/grants', {
    resource,
    to: { type: 'user', name: 'Grace' },
    role: 'contributor',
  });
  foreign = (await openAccount(server, 'Other')).key;
});

afterAll(() => server.dispose());

async function expectNothing(of: string, answers: Answers): Promise<void> {
  for (const [what, answer] of answers) {
    const body = await bytesOf(answer);
    const head = Buffer.from(JSON.stringify([...answer.headers]));
    expect([of, what, answer.status, tells(body) || tells(head)]).toEqual([of, what, answer.status, false]);
    expect([of, what, answer.status < 500]).toEqual([of, what, true]);
  }
}

const given = Object.entries(oddFiles).map(([name, bytes]): Given => ({ name, bytes }));

/** The first way has files of all types; each other one has a file, of all types in turn. */
const filesOf = (way: number): readonly Given[] =>
  given.filter((_, index) => way === 0 || index === way % given.length);
const ways = Object.entries(waysIn).map(
  ([name, comes], way) => [name, { comes, files: filesOf(way) }] as const,
);

describe.each(ways)('of a file that came as %s, what is hidden', (_, { comes, files }) => {
  it('is there for the owner, and in no answer to anybody else', async () => {
    for (const file of files) {
      const id = await comes({ server, accountId, member }, file);
      const details = await server.json<ImageDetails>('GET', `/api/images/${id}?include=metadata,visibility`);
      const original = await bytesOf(await server.fetch(`/api/images/${id}/original`));
      expect([file.name, original.equals(file.bytes)]).toEqual([file.name, true]);
      expect(details.metadata?.original).toEqual({ sizeInBytes: file.bytes.length });
      const { url, visibility } = details;
      const served = await bytesOf(await server.fetch(server.pathOf(url)));
      const { id: album } = await server.json<AlbumRecord>('POST', '/api/albums', {
        title: 'Trip',
        images: [id],
      });
      const asked = { id, url, served };
      const cookie = member.cookie;
      const readers: Readonly<Record<string, Headers>> = {
        stranger: {},
        'another account': { authorization: `Bearer ${foreign}` },
        member: { cookie, 'cairn-account': accountId, 'sec-fetch-site': 'same-origin' },
      };
      for (const [reader, headers] of Object.entries(readers)) {
        const answers = await answersAbout(server, asked, headers);
        const [[, first] = [], original] = [answers[0], answers.at(-1)];
        const maySee = reader === 'member' || visibility === 'public';
        expect([file.name, reader, first?.status]).toEqual([file.name, reader, maySee ? 200 : 404]);
        expect(original?.[1].ok).toBe(false);
        await expectNothing(`${file.name} for ${reader}`, answers);
      }
      for (const position of ['none', 'exact'])
        await expectNothing(`${file.name} by a link`, await answersOfLink(server, { id, album, position }));
      await expectNothing(
        `${file.name} in listings`,
        await answersOfMember({ server, accountId, member }, { id, album }),
      );
    }
  });
});

describe('what is served of a hidden file', () => {
  it('is what is served of one that was cut, by every range and condition', async () => {
    for (const { name, bytes } of given) {
      const [hidden, cut] = [
        await server.upload({ bytes, name: `hidden-${name}` }),
        await server.upload({ bytes, name: `cut-${name}`, metadata: 'remove' }),
      ];
      const served = await bytesOf(await server.fetch(cut.path));
      const [etag, whole] = [etagOf(served), etagOf(bytes)];
      const at = (share: number): number => Math.floor(served.length * share);
      const conditions: readonly Readonly<Record<string, string>>[] = [
        {},
        ...['0-0', '-1', `${at(0.4)}-${at(0.6)}`, `${at(0.9)}-`, `${served.length}-`, '5-2', 'x'].map(
          (range) => ({
            range: `bytes=${range}`,
          }),
        ),
        { range: `bytes=0-1,${at(0.5)}-${at(0.6)}` },
        ...[etag, whole, `W/${etag}`].flatMap((tag) => [
          { range: 'bytes=3-9', 'if-range': tag },
          { 'if-none-match': tag },
          { 'if-match': tag },
        ]),
      ];
      for (const headers of conditions) {
        const [one, other] = await Promise.all(
          [hidden, cut].map(async ({ path }) => {
            const answer = await server.fetch(path, { key: null, headers });
            const range = answer.headers.get('content-range');
            const body = answer.ok ? await bytesOf(answer) : await answer.arrayBuffer().then(() => 'none');
            return [answer.status, answer.headers.get('etag'), range, body];
          }),
        );
        expect([name, headers, one]).toEqual([name, headers, other]);
      }
    }
  });

  it('is nothing of what a range of the whole file would have, whoever has read that before', async () => {
    const [{ name, bytes } = { name: '', bytes: Buffer.alloc(0) }] = given;
    const { id, path } = await server.upload({ bytes, name });
    await bytesOf(await server.fetch(`/api/images/${id}/original`));
    for (let start = 0; start < bytes.length; start += 1) {
      const answer = await server.fetch(path, {
        key: null,
        headers: { range: `bytes=${start}-${start + 27}` },
      });
      if (tells(await bytesOf(answer))) throw new Error(`Bytes from ${start} on tell it.`);
    }
  });
});

it('events tell nothing of what is hidden', async () => {
  const events = await EventReader.open(server);
  for (const file of given) await server.upload(file);
  const told = await events.take(given.length);
  events.close();
  expect(tells(Buffer.from(JSON.stringify(told)))).toBe(false);
});

it('a file that is kept as it is tells a link without a position nothing that is no pixel', async () => {
  for (const file of given) {
    const { id } = await server.upload({ ...file, metadata: 'keep', visibility: 'private' });
    const { id: album } = await server.json<AlbumRecord>('POST', '/api/albums', {
      title: 'Kept',
      images: [id],
    });
    for (const position of ['none', 'coarse'])
      await expectNothing(`${file.name}, kept`, await answersOfLink(server, { id, album, position }));
  }
});
