import { afterAll, describe, expect, it } from '@jest/globals';
import { OUTBOX_START } from '@cairn/kernel';
import { openTestPostgres } from '@cairn/services';
import { aSpace, several } from '@cairn/testkit';
import pg from 'pg';
import { SqlOutbox } from '../kernel/sql-outbox.js';
import { TypeOrmSpaceRepository } from '../spaces/typeorm-space-repository.js';
import { openPostgres } from './open-postgres.js';

const server = await openTestPostgres();

afterAll(() => server.close());

const LATE = `INSERT INTO outbox_event (id, type, aggregate_id, occurred_at, payload)
  VALUES ('late', 'made', 'late', 1, '{}')`;

describe(`the outbox on ${server.name}`, () => {
  it('delivers an event that is committed after later ones were consumed', async () => {
    const url = await server.fresh();
    const database = await openPostgres({ url });
    const outbox = new SqlOutbox(database);
    const slow = new pg.Client({ connectionString: url });
    await slow.connect();
    await slow.query('BEGIN');
    await slow.query(LATE); // has the lowest number and is not visible yet
    const space = aSpace();
    await new TypeOrmSpaceRepository(database).add(space);
    const [first] = await outbox.list(OUTBOX_START, 5);
    expect(first?.event.aggregateId).toBe(space.id);
    await slow.query('COMMIT');
    const later = await outbox.list(first?.position ?? OUTBOX_START, 5);
    expect(later.map(({ event }) => event.id)).toEqual(['late']);
    await slow.end();
    await database.close();
  });

  it('shows two nodes that read while both write the same order', async () => {
    const url = await server.fresh();
    const nodes = [await openPostgres({ url }), await openPostgres({ url })];
    const follow = async (outbox: SqlOutbox): Promise<readonly string[]> => {
      const seen: { readonly position: number; readonly id: string }[] = [];
      while (seen.length < 40) {
        const entries = await outbox.list(seen.at(-1)?.position ?? OUTBOX_START, 3);
        seen.push(...entries.map(({ position, event }) => ({ position, id: event.id })));
      }
      return seen.map(({ id }) => id);
    };
    const [one = [], other = []] = await Promise.all([
      ...nodes.map((node) => follow(new SqlOutbox(node))),
      ...nodes.flatMap((node) =>
        several(20, async () => {
          await new TypeOrmSpaceRepository(node).add(aSpace());
          return [];
        }),
      ),
    ]);
    expect(new Set(one).size).toBe(40);
    expect(other).toEqual(one);
    for (const node of nodes) await node.close();
  });
});
