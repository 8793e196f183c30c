import { createHmac } from 'node:crypto';
import type { WebhookSigner } from '@cairn/webhooks/spi';

/** `WebhookSigner` by Node. */
export class HmacWebhookSigner implements WebhookSigner {
  sign(secret: string, text: string): string {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return createHmac('sha256', key).update(text, 'utf8').digest('base64');
  }
}
