import type { WebhookEndpoint } from '@cairn/webhooks';
import type { NewDelivery } from '@cairn/webhooks/spi';
import { identifier, next } from '../builders.js';

/** An endpoint of alice's account. Identifier, secret and time are unique unless given. */
export function anEndpoint(given: Partial<WebhookEndpoint> = {}): WebhookEndpoint {
  const { number, createdAt } = next();
  return {
    id: identifier(number, 22),
    accountId: 'alice',
    url: 'https://hooks.example.org/cairn',
    events: ['image.*'],
    description: '',
    secret: `whsec_${identifier(number, 32)}`,
    createdAt,
    updatedAt: createdAt,
    ...given,
  };
}

/** A message to an endpoint. Identifier and time are unique unless given. */
export function aDelivery(
  { id: endpointId, accountId }: Pick<WebhookEndpoint, 'id' | 'accountId'>,
  given: Partial<NewDelivery> = {},
): NewDelivery {
  const { number, createdAt } = next();
  return {
    id: `msg_${identifier(number, 32)}`,
    endpointId,
    accountId,
    type: 'image.added',
    subject: 'image:beach',
    body: '{"type":"image.added"}',
    createdAt,
    ...given,
  };
}
