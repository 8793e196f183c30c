import { WebhookLimitReached, WebhookNotFound, type WebhookEndpoint } from '@cairn/webhooks';
import { changed, type EndpointChange, type WebhookEndpointRepository } from '@cairn/webhooks/spi';
import { In, IsNull } from 'typeorm';
import type { Database } from '../sql/database.js';
import { lockRow } from '../sql/lock-row.js';
import { endpointRow, toEndpoint, WebhookEndpointSchema } from './webhook-schema.js';

/** Endpoints of webhooks as rows of a relational database. */
export class TypeOrmWebhookEndpointRepository implements WebhookEndpointRepository {
  constructor(private readonly database: Database) {}

  async add(endpoint: WebhookEndpoint, maxEndpoints: number): Promise<void> {
    const { accountId } = endpoint;
    await this.database.write(async (manager) => {
      // Otherwise two concurrent calls could each miss the other's endpoint in the count.
      await this.database.dialect.lockTable(manager, WebhookEndpointSchema);
      const endpoints = manager.repository(WebhookEndpointSchema);
      if ((await endpoints.countBy({ accountId })) >= maxEndpoints)
        throw new WebhookLimitReached(maxEndpoints);
      await endpoints.insert(endpointRow(endpoint));
    });
  }

  async get(accountId: string, id: string): Promise<WebhookEndpoint> {
    const row = await this.database.read((manager) =>
      manager.repository(WebhookEndpointSchema).findOneBy({ id, accountId }),
    );
    if (row === null) throw new WebhookNotFound();
    return toEndpoint(row);
  }

  async list(accountId: string): Promise<readonly WebhookEndpoint[]> {
    const rows = await this.database.read((manager) =>
      manager
        .repository(WebhookEndpointSchema)
        .find({ where: { accountId }, order: { createdAt: 'ASC', id: 'ASC' } }),
    );
    return Array.from(rows, toEndpoint);
  }

  async listEnabled(accountIds: readonly string[]): Promise<readonly WebhookEndpoint[]> {
    if (accountIds.length === 0) return [];
    const rows = await this.database.read((manager) =>
      manager.repository(WebhookEndpointSchema).findBy({ accountId: In(accountIds), disabledBy: IsNull() }),
    );
    return Array.from(rows, toEndpoint);
  }

  async hasEnabled(): Promise<boolean> {
    return await this.database.read((manager) =>
      manager.repository(WebhookEndpointSchema).existsBy({ disabledBy: IsNull() }),
    );
  }

  async update(accountId: string, id: string, change: EndpointChange): Promise<WebhookEndpoint> {
    return await this.database.write(async (manager) => {
      await lockRow(manager, this.database.dialect, { table: WebhookEndpointSchema, id });
      const endpoints = manager.repository(WebhookEndpointSchema);
      const row = await endpoints.findOneBy({ id, accountId });
      if (row === null) throw new WebhookNotFound();
      const endpoint = changed(toEndpoint(row), change);
      await endpoints.update({ id }, endpointRow(endpoint));
      return endpoint;
    });
  }

  async remove(accountId: string, id: string): Promise<void> {
    await this.database.writeEvenIfFull(async (manager) => {
      const { affected } = await manager.repository(WebhookEndpointSchema).delete({ id, accountId });
      if (affected === 0) throw new WebhookNotFound();
    });
  }
}
