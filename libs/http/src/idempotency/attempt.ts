import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { BASE62, type Clock, type IdempotencyClaim, type IdempotencyRepository } from '@cairn/kernel';
import { requestContextOf, type Attempt, type WatchedBody } from '../messages/request-context.js';
import { isSameBody, LongerBody } from './body-digest.js';
import { keyReused } from '../errors/idempotency-errors.js';
import type { KeptAnswers } from './kept-answers.js';
import { recordResponse } from './recorded-response.js';
import { seal, type SealingSecrets } from './sealed-answer.js';

/** How long to wait for a handler that continues after its client has disconnected. */
const MAX_AFTER_CLOSE_MS = 5 * 60 * 1000;

interface AttemptOptions {
  readonly claims: IdempotencyRepository;
  readonly clock: Clock;
  readonly claim: IdempotencyClaim;
  readonly digest: WatchedBody;
  readonly kept: Pick<KeptAnswers, 'takes'>;
  readonly secrets: SealingSecrets;
  readonly heldMs: number;
  readonly failed: (error: unknown) => void;
}

/** A request under an idempotency key. Holds the claim until the request is answered. */
export class AttemptUnderKey implements Attempt {
  private timer: NodeJS.Timeout | undefined;
  /** Whether its body differs from that of an earlier attempt, which may have taken effect. */
  private isOther = false;

  constructor(private readonly options: AttemptOptions) {}

  /** Whether an earlier attempt may have taken effect. */
  get isAnother(): boolean {
    return this.options.claim.attempt > 1;
  }

  /** When the request was first sent, in epoch milliseconds. */
  get firstAt(): number {
    return this.options.claim.claimedAt;
  }

  /** An identifier that is the same for every attempt. `part` tells those of one request apart. */
  id(length: number, part = ''): string {
    const bytes = createHmac('sha512', this.options.claim.seed).update(part).digest('hex');
    let number = BigInt(`0x${bytes}`);
    let id = '';
    for (; id.length < length; number /= 62n) id += BASE62[Number(number % 62n)];
    return id;
  }

  /** Stores the digest of the body before the operation runs, so that no other attempt can have a different body. */
  async compareBody(request: IncomingMessage): Promise<void> {
    const { claims, claim, digest } = this.options;
    await digest.beforeEnd(async (body) => {
      try {
        const noted = await claims.noteBody(claim, body);
        if (noted === undefined || isSameBody(noted, body)) return;
        this.isOther = true;
        throw keyReused();
      } catch (error) {
        requestContextOf(request).refusal = error;
        throw error;
      }
    });
  }

  /** Keeps the response if it is a success. */
  record(request: IncomingMessage, response: ServerResponse): void {
    const { claims, claim, digest, secrets, heldMs } = this.options;
    this.timer = setInterval(() => this.hold(heldMs), heldMs / 3).unref();
    response.once('close', () => setTimeout(() => clearInterval(this.timer), MAX_AFTER_CLOSE_MS).unref());
    recordResponse(response, async ({ status, answer }) => {
      clearInterval(this.timer);
      try {
        if (status < 400) {
          const sealed = answer && seal(answer, secrets, claim.seed);
          const isKept = sealed !== undefined && this.options.kept.takes(claim.owner, sealed.length);
          await claims.keep(claim, { content: await contentOf(digest), ...(isKept && { sealed }) });
        } else if (this.isOther || requestContextOf(request).isUnsure === true) await this.leave();
        else await claims.release(claim);
      } catch (error) {
        // The response is sent although it could not be kept: a repeated request finds out what this one did.
        this.options.failed(error);
      }
    });
  }

  /** Lets another attempt take over at once. */
  async leave(): Promise<void> {
    await this.options.claims.hold(this.options.claim, this.options.clock.now());
  }

  private hold(heldMs: number): void {
    const { claims, claim, clock, failed } = this.options;
    claims.hold(claim, clock.now() + heldMs).catch(failed);
  }
}

/** The digest of a body that is too long to be read to its end. It equals no other digest. */
const NO_BODY = '';

async function contentOf(digest: WatchedBody): Promise<string> {
  try {
    return await digest.whole();
  } catch (error) {
    if (error instanceof LongerBody) return NO_BODY;
    throw error;
  }
}
