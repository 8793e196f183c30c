import type { WebhookDeliveryRepository, WebhookEndpointRepository } from '@cairn/webhooks/spi';
import { repository } from '../sql/repository.js';
import { TypeOrmWebhookEndpointRepository } from './typeorm-webhook-endpoint-repository.js';
import { TypeOrmWebhookDeliveryRepository } from './typeorm-webhook-delivery-repository.js';

export const webhooksRepositories = {
  webhookEndpoints: repository<WebhookEndpointRepository>(TypeOrmWebhookEndpointRepository, {
    add: 'write',
    get: 'read',
    list: 'read',
    listEnabled: 'read',
    hasEnabled: 'cached',
    update: 'write',
    remove: 'write',
  }),
  webhookDeliveries: repository<WebhookDeliveryRepository>(TypeOrmWebhookDeliveryRepository, {
    add: 'write',
    findDue: 'read',
    claim: 'write',
    settle: 'write',
    countPending: 'read',
    list: 'read',
    replay: 'write',
    prune: 'write',
  }),
};
