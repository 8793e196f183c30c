import type { WebhookEndpoint } from './webhook-endpoint.js';

/** Knows who may still have messages sent. */
export abstract class MakerRights {
  /** Whether they are a manager of the account now. */
  abstract manages(madeBy: string, accountId: WebhookEndpoint['accountId']): Promise<boolean>;
}
