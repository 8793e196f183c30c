import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '../sql/database.js';
import { Statements } from '../sql/statements.js';
import { openSqliteHere } from '../sqlite/open-sqlite.js';
import type { SqliteDatabase } from '../sqlite/connection/sqlite-database.js';
import { TypeOrmWebhookDeliveryRepository } from './typeorm-webhook-delivery-repository.js';

describe('looking for deliveries that are due', () => {
  let folder: string;
  let database: SqliteDatabase;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-look-ups-'));
    database = await openSqliteHere({ file: join(folder, 'cairn.db') });
  });

  afterEach(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  /** The query plans of the reads of deliveries in `work`. */
  async function plansOf(
    work: (deliveries: TypeOrmWebhookDeliveryRepository) => Promise<unknown>,
  ): Promise<string> {
    const plans: string[] = [];
    const explaining = (statements: Statements): Statements =>
      new Statements(
        async (text, values) => {
          const plan = await statements.query<readonly { readonly detail: string }[]>(
            ['EXPLAIN QUERY PLAN', text].join(' '),
            values,
          );
          plans.push(...plan.map(({ detail }) => detail));
          return await statements.query(text, values);
        },
        (index) => statements.parameter(index),
      );
    const watched: Pick<Database, 'read' | 'writeEvenIfFull' | 'dialect'> = {
      dialect: database.dialect,
      read: (reading) => database.read((statements) => reading(explaining(statements))),
      writeEvenIfFull: (writing, options) =>
        database.writeEvenIfFull((statements) => writing(explaining(statements)), options),
    };
    // The cast is safe: the two look-ups use only these members.
    await work(new TypeOrmWebhookDeliveryRepository(watched as Database));
    return plans.join('\n');
  }

  it('looks only at the first that is due of each enabled endpoint, however much waits', async () => {
    const plan = await plansOf((deliveries) => deliveries.findDue({ now: 1, limit: 64, except: [] }));
    expect(plan).toContain('USING INDEX webhook_endpoint_enabled');
    expect(plan).toContain('USING COVERING INDEX webhook_delivery_due (endpoint_id=?)');
    expect(plan).not.toMatch(/SCAN webhook_delivery|TEMP B-TREE/);
  });

  it('claims in the order of the index', async () => {
    const claim = { endpointId: 'a', now: 1, until: 2, limit: 8 };
    const plan = await plansOf((deliveries) => deliveries.claim(claim));
    expect(plan).toContain('INDEX webhook_delivery_due (endpoint_id=? AND due_at<?)');
    expect(plan).not.toContain('TEMP B-TREE');
  });
});
