import { toPage, type Page, type PageRequest } from '@cairn/kernel';
import { WebhookDeliveryNotFound, type WebhookDelivery } from '@cairn/webhooks';
import type {
  DeliveryClaim,
  DeliveryOutcome,
  DeliveryPruning,
  DeliveryQuery,
  NewDelivery,
  WebhookDeliveryRepository,
} from '@cairn/webhooks/spi';
import { In, LessThan } from 'typeorm';
import type { Database, Returned } from '../sql/database.js';
import { insertAll } from '../sql/insert.js';
import { BEFORE_NEWEST } from '../sql/listing.js';
import { lockRow } from '../sql/lock-row.js';
import type { Statements } from '../sql/statements.js';
import {
  attemptRow,
  toDelivery,
  WebhookDeliverySchema,
  WebhookEndpointSchema,
  type WebhookDeliveryRow,
} from './webhook-schema.js';

const LISTING = { budget: 'listing' } as const;

/** Deliveries are sent in the background, so nobody waits for these writes. */
const BACKGROUND = { isLowPriority: true } as const;

/** The first pending delivery of its subject. `min` makes this a single index look-up, however many deliveries wait. */
const IS_FIRST = (): string => `state = 'pending'
  AND sequence = (SELECT min(sequence) FROM webhook_delivery AS waiting
    WHERE waiting.state = 'pending' AND waiting.endpoint_id = webhook_delivery.endpoint_id
      AND waiting.subject = webhook_delivery.subject)`;

// Written as SQL, because a partial index is not used for a condition whose value is a parameter.
const ENDED = (): string => `state <> 'pending'`;
const OF_DISABLED = (): string =>
  `endpoint_id IN (SELECT id FROM webhook_endpoint WHERE disabled_by IS NOT NULL)`;

/** Deliveries as rows of a relational database. A foreign key removes them with their endpoint. */
export class TypeOrmWebhookDeliveryRepository implements WebhookDeliveryRepository {
  constructor(private readonly database: Database) {}

  async add(deliveries: readonly NewDelivery[]): Promise<number> {
    return await this.database.write(async (manager) => {
      const there = await this.lockEndpoints(manager, deliveries);
      const ids = deliveries.map(({ id }) => id);
      const known = await manager.repository(WebhookDeliverySchema).findBy({ id: In(ids) });
      const taken = new Set(known.map(({ id }) => id));
      const added = deliveries.filter(({ id, endpointId }) => there.has(endpointId) && !taken.has(id));
      const [{ last } = { last: null }] = await manager.sql<readonly { readonly last: number | null }[]>`
        SELECT max(sequence) AS last FROM webhook_delivery`;
      const rows = added.map((delivery, index): WebhookDeliveryRow => ({
        ...delivery,
        traceparent: delivery.traceparent ?? null,
        sequence: (last ?? 0) + index + 1,
        state: 'pending',
        attempts: 0,
        dueAt: delivery.createdAt,
        lastAt: null,
        lastDurationMs: null,
        lastStatus: null,
        lastError: null,
        isNext: 0,
      }));
      await insertAll(manager, WebhookDeliverySchema, rows);
      await manager.sql`UPDATE webhook_delivery SET is_next = 1 WHERE sequence > ${last ?? 0} AND ${IS_FIRST}`;
      return rows.length;
    }, BACKGROUND);
  }

  async findDue({
    now,
    limit,
    except,
  }: {
    readonly now: number;
    readonly limit: number;
    readonly except: readonly string[];
  }): Promise<readonly Pick<WebhookDelivery, 'endpointId' | 'accountId'>[]> {
    // One index look-up per endpoint: `min` keeps PostgreSQL from reading all waiting deliveries.
    const rows = await this.database.read(
      (manager) => manager.sql<readonly Pick<WebhookDelivery, 'endpointId' | 'accountId'>[]>`
        SELECT id AS "endpointId", account_id AS "accountId" FROM webhook_endpoint
        WHERE disabled_by IS NULL AND (SELECT min(due_at) FROM webhook_delivery
          WHERE endpoint_id = webhook_endpoint.id AND is_next = 1) <= ${now}
        LIMIT ${limit + except.length}`,
      LISTING,
    );
    return rows.filter(({ endpointId }) => !except.includes(endpointId)).slice(0, limit);
  }

  async claim({ endpointId, now, until, limit }: DeliveryClaim): Promise<readonly WebhookDelivery[]> {
    return await this.database.writeEvenIfFull(async (manager) => {
      const due = await manager.sql<readonly { readonly id: string }[]>`
        SELECT id FROM webhook_delivery
        WHERE endpoint_id = ${endpointId} AND due_at <= ${now} AND is_next = 1
          AND (SELECT disabled_by IS NULL FROM webhook_endpoint WHERE id = ${endpointId})
        ORDER BY due_at, sequence LIMIT ${limit} ${this.database.dialect.forUpdate}`;
      if (due.length === 0) return [];
      const deliveries = manager.repository(WebhookDeliverySchema);
      const ids = due.map((row) => row.id);
      const id = In(ids);
      await deliveries.update({ id }, { attempts: () => 'attempts + 1', dueAt: until });
      const claimed = Array.from(await deliveries.findBy({ id }), toDelivery);
      return claimed.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
    }, BACKGROUND);
  }

  async settle({ id, attempts, state, dueAt, lastAttempt }: DeliveryOutcome): Promise<void> {
    const waits = state === 'pending';
    await this.database.writeEvenIfFull(async (manager) => {
      if (!waits) await this.lockEndpointOf(manager, id);
      const { affected } = await manager
        .repository(WebhookDeliverySchema)
        .update(
          { id, attempts, state: 'pending' },
          { state, dueAt, ...attemptRow(lastAttempt), ...(!waits && { isNext: 0 }) },
        );
      if (!waits && affected !== 0) await advance(manager, id);
    }, BACKGROUND);
  }

  async countPending(endpointId: string): Promise<number> {
    const [{ count } = { count: 0 }] = await this.database.read(
      (manager) => manager.sql<readonly { readonly count: number }[]>`
        SELECT count(*) AS count FROM webhook_delivery WHERE endpoint_id = ${endpointId} AND state = 'pending'`,
      LISTING,
    );
    return count;
  }

  async list(
    { accountId, endpointId, state }: DeliveryQuery,
    { limit, after = BEFORE_NEWEST }: PageRequest,
  ): Promise<Page<WebhookDelivery>> {
    const wanted = { accountId, endpointId, ...(state && { state }) };
    const rows = await this.database.read(
      (manager) =>
        manager.repository(WebhookDeliverySchema).find({
          where: [
            { ...wanted, createdAt: LessThan(after.at) },
            { ...wanted, createdAt: after.at, id: LessThan(after.id) },
          ],
          order: { createdAt: 'DESC', id: 'DESC' },
          take: limit + 1,
        }),
      LISTING,
    );
    return toPage(Array.from(rows, toDelivery), limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  }

  async replay(
    delivery: Pick<WebhookDelivery, 'id' | 'accountId' | 'endpointId'>,
    now: number,
  ): Promise<WebhookDelivery> {
    const { id, accountId, endpointId } = delivery;
    return await this.database.writeEvenIfFull(async (manager) => {
      await this.lockEndpointOf(manager, id);
      const deliveries = manager.repository(WebhookDeliverySchema);
      const change = { state: 'pending', attempts: 0, dueAt: now } as const;
      await deliveries.update({ id, accountId, endpointId }, change);
      const row = await deliveries.findOneBy({ id, accountId, endpointId });
      if (row === null) throw new WebhookDeliveryNotFound();
      await manager.sql`UPDATE webhook_delivery SET is_next = 0
        WHERE endpoint_id = ${endpointId} AND subject = ${row.subject} AND state = 'pending' AND is_next = 1`;
      await advance(manager, id);
      return toDelivery(row);
    });
  }

  async prune({ state, before, limit }: DeliveryPruning): Promise<number> {
    const { dialect } = this.database;
    return await this.database.writeEvenIfFull(
      async (manager) => {
        if (state === 'pending')
          await manager.sql`SELECT 1 FROM webhook_endpoint WHERE disabled_by IS NOT NULL ORDER BY id ${dialect.forUpdate}`;
        const removed = await manager.sql<Returned<{ readonly endpointId: string }>>`
          DELETE FROM webhook_delivery WHERE id IN (SELECT id FROM webhook_delivery
            WHERE ${state === 'pending' ? OF_DISABLED : ENDED} AND state = ${state} AND created_at < ${before}
            ORDER BY created_at LIMIT ${limit}) RETURNING endpoint_id AS "endpointId"`;
        const endpointIds = new Set(dialect.rowsOf(removed).map(({ endpointId }) => endpointId));
        if (state === 'pending')
          for (const id of endpointIds)
            await manager.sql`UPDATE webhook_delivery SET is_next = 1
              WHERE endpoint_id = ${id} AND is_next = 0 AND ${IS_FIRST}`;
        return dialect.rowsOf(removed).length;
      },
      { ...BACKGROUND, ...LISTING },
    );
  }

  /** `is_next` changes only under this lock. Otherwise neither of two concurrent changes could see the other. */
  private async lockEndpointOf(manager: Statements, deliveryId: string): Promise<void> {
    await manager.sql`SELECT 1 FROM webhook_endpoint
      WHERE id = (SELECT endpoint_id FROM webhook_delivery WHERE id = ${deliveryId})
      ${this.database.dialect.forUpdate}`;
  }

  /** The endpoints that exist. They stay until the end of the transaction. */
  private async lockEndpoints(
    manager: Statements,
    deliveries: readonly NewDelivery[],
  ): Promise<ReadonlySet<string>> {
    const there = new Set<string>();
    const ids = new Set(deliveries.map(({ endpointId }) => endpointId));
    for (const id of [...ids].sort())
      if (await lockRow(manager, this.database.dialect, { table: WebhookEndpointSchema, id })) there.add(id);
    return there;
  }
}

/** Marks the first pending delivery of the same subject as the next one. */
async function advance(manager: Statements, id: string): Promise<void> {
  await manager.sql`UPDATE webhook_delivery SET is_next = 1 WHERE id = (
    SELECT waiting.id FROM webhook_delivery AS ended JOIN webhook_delivery AS waiting
      ON waiting.endpoint_id = ended.endpoint_id AND waiting.subject = ended.subject AND waiting.state = 'pending'
    WHERE ended.id = ${id} ORDER BY waiting.sequence LIMIT 1)`;
}
