import { toPage, type Page, type PageRequest } from '@cairn/kernel';
import { WebhookDeliveryNotFound, type DeliveryState, type WebhookDelivery } from '@cairn/webhooks';
import type {
  DeliveryClaim,
  DeliveryOutcome,
  DeliveryQuery,
  NewDelivery,
  WebhookDeliveryRepository,
} from '@cairn/webhooks/spi';
import { In, LessThan } from 'typeorm';
import type { Database } from '../database.js';
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

/** Nobody waits for what is sent in the background. */
const BACKGROUND = { isLowPriority: true } as const;

/** The first pending one of its subject, of an enabled endpoint. In SQL: TypeORM compares no rows of one table. */
const IS_NEXT = (): string => `state = 'pending'
  AND EXISTS (SELECT 1 FROM webhook_endpoint AS endpoint
    WHERE endpoint.id = webhook_delivery.endpoint_id AND endpoint.disabled_by IS NULL)
  AND NOT EXISTS (SELECT 1 FROM webhook_delivery AS earlier
    WHERE earlier.state = 'pending' AND earlier.endpoint_id = webhook_delivery.endpoint_id
      AND earlier.subject = webhook_delivery.subject AND earlier.sequence < webhook_delivery.sequence)`;

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
        sequence: (last ?? 0) + index + 1,
        state: 'pending',
        attempts: 0,
        dueAt: delivery.createdAt,
        lastAt: null,
        lastDurationMs: null,
        lastStatus: null,
        lastError: null,
      }));
      await insertAll(manager, WebhookDeliverySchema, rows);
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
    const rows = await this.database.read(
      (manager) => manager.sql<readonly Pick<WebhookDelivery, 'endpointId' | 'accountId'>[]>`
        SELECT DISTINCT endpoint_id AS "endpointId", account_id AS "accountId" FROM webhook_delivery
        WHERE due_at <= ${now} AND ${IS_NEXT} LIMIT ${limit + except.length}`,
      LISTING,
    );
    return rows.filter(({ endpointId }) => !except.includes(endpointId)).slice(0, limit);
  }

  async claim({ endpointId, now, until, limit }: DeliveryClaim): Promise<readonly WebhookDelivery[]> {
    return await this.database.writeEvenIfFull(async (manager) => {
      const due = await manager.sql<readonly { readonly id: string }[]>`
        SELECT id FROM webhook_delivery
        WHERE endpoint_id = ${endpointId} AND due_at <= ${now} AND ${IS_NEXT}
        ORDER BY sequence LIMIT ${limit} ${this.database.dialect.forUpdate}`;
      if (due.length === 0) return [];
      const deliveries = manager.repository(WebhookDeliverySchema);
      const id = In(due.map((row) => row.id));
      await deliveries.update({ id }, { attempts: () => 'attempts + 1', dueAt: until });
      return Array.from(await deliveries.find({ where: { id }, order: { sequence: 'ASC' } }), toDelivery);
    }, BACKGROUND);
  }

  async settle({ id, attempts, state, dueAt, lastAttempt }: DeliveryOutcome): Promise<void> {
    await this.database.writeEvenIfFull(
      (manager) =>
        manager
          .repository(WebhookDeliverySchema)
          .update({ id, attempts, state: 'pending' }, { state, dueAt, ...attemptRow(lastAttempt) }),
      BACKGROUND,
    );
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
      const deliveries = manager.repository(WebhookDeliverySchema);
      const change = { state: 'pending', attempts: 0, dueAt: now } as const;
      await deliveries.update({ id, accountId, endpointId }, change);
      const row = await deliveries.findOneBy({ id, accountId, endpointId });
      if (row === null) throw new WebhookDeliveryNotFound();
      return toDelivery(row);
    });
  }

  async prune({
    state,
    before,
    limit,
  }: {
    readonly state: Exclude<DeliveryState, 'pending'>;
    readonly before: number;
    readonly limit: number;
  }): Promise<number> {
    return await this.database.writeEvenIfFull(
      async (manager) => {
        const deliveries = manager.repository(WebhookDeliverySchema);
        const old = await deliveries.find({
          select: { id: true },
          where: { state, createdAt: LessThan(before) },
          order: { createdAt: 'ASC' },
          take: limit,
        });
        if (old.length > 0) await deliveries.delete({ id: In(old.map(({ id }) => id)) });
        return old.length;
      },
      { ...BACKGROUND, ...LISTING },
    );
  }

  /** Those that are there, which stay until the end of the transaction. */
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
