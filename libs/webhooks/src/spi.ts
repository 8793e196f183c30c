export { WebhookEndpointRepository } from './endpoints/webhook-endpoint-repository.js';
export { changed, type EndpointChange } from './endpoints/endpoint-change.js';
export {
  WebhookDeliveryRepository,
  type DeliveryClaim,
  type DeliveryOutcome,
  type DeliveryPruning,
  type DeliveryQuery,
  type NewDelivery,
} from './deliveries/webhook-delivery-repository.js';
export { WebhookSigner } from './deliveries/webhook-signer.js';
