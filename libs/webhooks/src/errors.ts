import { DomainError } from '@cairn/kernel';

/** The account has no webhook with this identifier. */
export class WebhookNotFound extends DomainError {
  readonly code = 'webhook-not-found';

  constructor() {
    super('The account has no webhook with this identifier.');
  }
}

/** The account has as many webhooks as it may have. */
export class WebhookLimitReached extends DomainError {
  readonly code = 'webhook-limit-reached';

  constructor(readonly maxEndpoints: number) {
    super(`An account has at most ${maxEndpoints} webhooks.`);
  }
}

/** The webhook has no delivery with this identifier; those that succeeded are kept for a week. */
export class WebhookDeliveryNotFound extends DomainError {
  readonly code = 'webhook-delivery-not-found';

  constructor() {
    super('The webhook has no delivery with this identifier.');
  }
}

/** Nothing is sent: this is a restored copy, whose original may be running. */
export class WebhooksHeld extends DomainError {
  readonly code = 'webhooks-held';

  constructor() {
    super(
      'This is a restored copy: it sends no webhooks until it is promoted to take the place of its original.',
    );
  }
}
