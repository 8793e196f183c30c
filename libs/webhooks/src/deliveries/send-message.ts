import {
  Clock,
  OutgoingHttp,
  OutgoingHttpFailed,
  type Cancellation,
  type OutgoingResponse,
  type PortsOf,
} from '@cairn/kernel';
import type { WebhookEndpoint } from '../endpoints/webhook-endpoint.js';
import type { AttemptResult, WebhookDelivery } from './delivery.js';
import { WebhookSigner } from './webhook-signer.js';

/** A receiver that takes longer should store the message and work on it later. */
export const SEND_TIMEOUT_MS = 30_000;

/** The body of the response is not used. */
const MAX_RESPONSE_BYTES = 64 * 1024;

interface Sending {
  readonly message: Pick<WebhookDelivery, 'id' | 'body' | 'traceparent'>;
  readonly timeoutMs?: number | undefined;
  readonly cancellation?: Cancellation | undefined;
}

/** Whether the receiver has the message. */
export const isSuccess = ({ status = 0 }: AttemptResult): boolean => status >= 200 && status < 300;

/** Sends messages as Standard Webhooks has it (https://www.standardwebhooks.com). */
export class SendMessage {
  static readonly ports = { http: OutgoingHttp, signer: WebhookSigner, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof SendMessage.ports>) {}

  /** Does not follow redirects: messages are only for the address that the owner gave. */
  async execute(
    endpoint: Pick<WebhookEndpoint, 'accountId' | 'url' | 'secret' | 'formerSecret'>,
    { message, timeoutMs = SEND_TIMEOUT_MS, cancellation }: Sending,
  ): Promise<AttemptResult> {
    const { http, clock } = this.ports;
    const at = clock.now();
    const { traceparent } = message;
    const ended = (how: Pick<AttemptResult, 'status' | 'error'>): AttemptResult => ({
      at,
      durationMs: Math.max(0, clock.now() - at),
      ...how,
    });
    try {
      const response = await http.request({
        method: 'POST',
        url: endpoint.url,
        headers: {
          'content-type': 'application/json',
          ...this.signed(endpoint, message, at),
          ...(traceparent !== undefined && { traceparent }),
        },
        body: message.body,
        maxBytes: MAX_RESPONSE_BYTES,
        timeoutMs,
        cancellation,
        holder: endpoint.accountId,
      });
      await dropBody(response);
      return ended({ status: response.status });
    } catch (error) {
      if (error instanceof OutgoingHttpFailed) return ended({ error: error.code });
      throw error;
    }
  }

  private signed(
    { secret, formerSecret }: Pick<WebhookEndpoint, 'secret' | 'formerSecret'>,
    { id, body }: Pick<WebhookDelivery, 'id' | 'body'>,
    now: number,
  ): Record<string, string> {
    const timestamp = String(Math.floor(now / 1000));
    const secrets = formerSecret !== undefined && formerSecret.until > now ? [formerSecret.secret] : [];
    const signatures = [secret, ...secrets].map(
      (one) => `v1,${this.ports.signer.sign(one, `${id}.${timestamp}.${body}`)}`,
    );
    return {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    };
  }
}

/** Only the status matters: a body that breaks off or is too large changes nothing. */
async function dropBody({ body }: OutgoingResponse): Promise<void> {
  try {
    // Only a body that has begun can be ended.
    for await (const piece of body) if (piece.length > 0) break;
  } catch (error) {
    if (!(error instanceof OutgoingHttpFailed)) throw error;
  }
}
