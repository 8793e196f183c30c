import { RecordUpload } from '@cairn/images';
import { TransactionConflict } from '@cairn/kernel';
import { CreateSpace } from '@cairn/spaces';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { caller, MEMBERS, SharedDatabase, shareNewSpace } from './shared-database.spec.kit.js';

jest.setTimeout(1_200_000); // a thousand transactions, if asked for

/** `TRANSACTION_ROUNDS=170` runs a thousand of them, and 258 in random order, of which each collision takes a second or two. */
const ROUNDS = Number(process.env['TRANSACTION_ROUNDS'] ?? 4);

let club: SharedDatabase;
beforeAll(async () => (club = await SharedDatabase.open()));
afterAll(async () => await club.close());

describe('transactions of six members at once', () => {
  it('leave nothing half, with failures among them', async () => {
    const expected = new Map<string, string[]>();
    const member = async (number: number): Promise<void> => {
      const owner = `member ${number}`;
      for (let round = 0; round < ROUNDS; round += 1) {
        const title = `${owner} ${String(round).padStart(3, '0')}`;
        const upload = await club.prepared(owner, `${title}.png`);
        const end = (round + number) % 4; // half of them fail: by a throw, or as its connection is killed
        const done = club.application.transaction(club.pool, async ({ client, inner }) => {
          await shareNewSpace(inner, owner, title);
          await shareNewSpace(inner, 'shared', title);
          await inner.get(RecordUpload).execute(upload);
          await client.query('INSERT INTO space VALUES ($1)', [title]);
          if (end === 0) throw new Error('no');
          if (end === 1) await client.query('SELECT pg_terminate_backend(pg_backend_pid())');
        });
        if (end > 1) {
          await done;
          expected.set(owner, [...(expected.get(owner) ?? []), title]);
        } else await expect(done).rejects.toThrow();
        if (round % 5 === 0)
          await club.application
            .get(CreateSpace)
            .execute(caller(`other ${number}`), { title, description: '' });
      }
    };
    await Promise.all(Array.from({ length: MEMBERS }, (_, number) => member(number)));
    for (const [owner, titles] of expected)
      expect([await club.titlesOf(owner), await club.ownTitles(owner), await club.namesOf(owner)]).toEqual([
        titles,
        titles,
        titles.map((title) => `${title}.png`),
      ]);
    expect(await club.titlesOf('shared')).toEqual([...expected.values()].flat().toSorted());
    const others = await Promise.all(
      Array.from({ length: MEMBERS }, async (_, number) => (await club.titlesOf(`other ${number}`)).length),
    );
    await club.nothingLeft();
    expect(others).toEqual(new Array(MEMBERS).fill(Math.ceil(ROUNDS / 5)));
  });

  it('fail only by conflicts, which are to be repeated, in whatever order of their parts', async () => {
    const errors: unknown[] = [];
    const member = async (number: number): Promise<number> => {
      let done = 0;
      for (let round = 0; round < ROUNDS / 4; round += 1) {
        const title = `random ${number} ${round}`;
        const uploads = [
          await club.prepared('red', `${title}.png`),
          await club.prepared('blue', `${title}.png`),
        ];
        const run = club.application.transaction(club.pool, async ({ client, inner }) => {
          const parts = [
            ...['red', 'blue'].map((owner) => async () => await shareNewSpace(inner, owner, title)),
            ...uploads.map((upload) => async () => void (await inner.get(RecordUpload).execute(upload))),
            async () => void (await client.query('INSERT INTO space VALUES ($1)', [title])),
          ];
          for (const part of shuffled(parts, number * 1_000 + round)) await part();
        });
        done += await run.then(
          () => 1,
          (error: unknown) => {
            errors.push(error);
            return 0;
          },
        );
      }
      return done;
    };
    const counts = await Promise.all(Array.from({ length: MEMBERS }, (_, number) => member(number)));
    expect(errors.filter((error) => !isRepeatable(error))).toEqual([]);
    const done = counts.reduce((sum, count) => sum + count, 0);
    for (const owner of ['red', 'blue']) {
      expect(await club.titlesOf(owner)).toHaveLength(done);
      expect(await club.namesOf(owner)).toHaveLength(done);
    }
    expect(await club.ownTitles('random')).toHaveLength(done);
    await club.nothingLeft();
  });
});

/** PostgreSQL's conflicts: also of statements of the application. */
const isRepeatable = (error: unknown): boolean =>
  error instanceof TransactionConflict ||
  (error instanceof pg.DatabaseError && ['40001', '40P01'].includes(error.code ?? ''));

/** The same order for the same seed. */
function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const ranked = items.map((item, index) => ({ item, rank: Math.sin(seed * 7 + index * 13) }));
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ item }) => item);
}
