export { WebhookDeliveryNotFound, WebhookLimitReached, WebhookNotFound, WebhooksHeld } from './errors.js';
export {
  MAX_ENDPOINTS,
  MAX_PENDING,
  type DisabledBy,
  type WebhookEndpoint,
} from './endpoints/webhook-endpoint.js';
export { CreateWebhook, type NewWebhook } from './endpoints/create-webhook.js';
export { ManageWebhooks, type WebhookChange } from './endpoints/manage-webhooks.js';
export { WEBHOOK_PATTERNS, WEBHOOK_SAMPLES, type WebhookEventType } from './events/event-types.js';
export {
  DELIVERY_STATES,
  type AttemptResult,
  type DeliveryState,
  type WebhookDelivery,
} from './deliveries/delivery.js';
export { QueueWebhooks, EventAccounts } from './deliveries/queue-webhooks.js';
export { WebhookHold } from './deliveries/webhook-hold.js';
export { DeliverWebhooks, WEBHOOK_JOB } from './deliveries/deliver-webhooks.js';
export { PruneDeliveries } from './deliveries/prune-deliveries.js';
export { ManageDeliveries } from './deliveries/manage-deliveries.js';
export { SendMessage } from './deliveries/send-message.js';
export { TestWebhook } from './deliveries/test-webhook.js';
