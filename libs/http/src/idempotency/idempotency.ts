import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Principal } from '@cairn/access';
import { takesIdempotencyKey, type Operation } from '@cairn/api-schema';
import { IDEMPOTENCY_MS, type Clock, type IdempotencyClaim, type IdempotencyRepository } from '@cairn/kernel';
import { accountOf } from '../access/caller.js';
import { ACCOUNT_HEADER } from '../access/delegation.js';
import { bearerIn } from '../messages/bearer.js';
import { requestContextOf, type WatchedBody } from '../messages/request-context.js';
import { AttemptUnderKey } from './attempt.js';
import { BodyDigest, isSameBody, LongerBody, mostOf } from './body-digest.js';
import {
  AlreadyAnswered,
  answerNotKept,
  keyInUse,
  keyReused,
  outcomeUnknown,
  parseIdempotencyKey,
} from '../errors/idempotency-errors.js';
import { KeptAnswers } from './kept-answers.js';
import { unseal, type Answer, type SealingSecrets } from './sealed-answer.js';

export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** How long a request waits for the first request with its key. It suffices to take over after a crash. */
const WAIT_MS = 8_000;
const POLL_MS = 100;
/**
 * A claim is held for this long and renewed three times in that period. After a crash the key stays in use for as long.
 */
export const HELD_MS = 6_000;

interface IdempotencyOptions {
  readonly claims: IdempotencyRepository;
  readonly clock: Clock;
  /** The secret of the session of a request. */
  readonly sessionSecret: (request: IncomingMessage) => string | undefined;
  readonly failed: (error: unknown) => void;
}

interface KeyedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly operation: Operation;
}

/** Carries out each write with an `Idempotency-Key` once, and sends its answer again for 24 hours. */
export class Idempotency {
  private readonly kept: KeptAnswers;

  constructor(private readonly options: IdempotencyOptions) {
    this.kept = new KeptAnswers(options);
  }

  /**
   * Resolves if the request must be carried out. Its response is then kept. The principal must be known. `assertMay`
   * throws if the caller may not, or may no longer, do what the request asks for: an earlier response is then not for
   * them.
   * @throws {AlreadyAnswered} {InvalidInput} {HttpError} 422 for another request, 409 if the answer is not there.
   */
  async begin({ request, response, operation }: KeyedRequest, assertMay: () => Promise<void>): Promise<void> {
    const { digest, principal } = requestContextOf(request);
    const header = request.headers[IDEMPOTENCY_HEADER];
    if (typeof header !== 'string' || digest === undefined || !takesIdempotencyKey(operation)) return;
    const idempotencyKey = parseIdempotencyKey(header);
    const secrets = { idempotencyKey, credential: this.credentialOf(request, principal) };
    const name = nameOf(request, principal);
    const owner = accountOf(principal) ?? name;
    const id = hashOf(name, idempotencyKey);
    const claim = await this.claim({ id, owner }, { request, response });
    if (claim.answer !== undefined) {
      // After a deletion all rights to the deleted thing are gone too, and the response reveals nothing about it.
      if (request.method !== 'DELETE') await assertMay();
      await this.replay(claim, { response, digest, secrets });
      throw new AlreadyAnswered();
    }
    const { kept } = this;
    const attempt = new AttemptUnderKey({ ...this.options, kept, claim, digest, secrets, heldMs: HELD_MS });
    if (claim.attempt > 1 && !isRepeatable(operation)) {
      await attempt.leave();
      throw outcomeUnknown();
    }
    // The response is kept uncompressed.
    delete request.headers['accept-encoding'];
    requestContextOf(request).attempt = attempt;
    attempt.record(request, response);
    // An operation that must not run again needs no comparison of bodies.
    if (isRepeatable(operation)) await attempt.compareBody(request);
  }

  /** The claim: either held by this request, or with the response of an earlier request. */
  private async claim(
    { id, owner }: Pick<IdempotencyClaim, 'id' | 'owner'>,
    { request, response }: Pick<KeyedRequest, 'request' | 'response'>,
  ): Promise<IdempotencyClaim> {
    const { claims, clock } = this.options;
    const wanted = {
      id,
      owner,
      request: hashOf(request.method ?? '', request.url ?? '', String(request.headers[ACCOUNT_HEADER] ?? '')),
      seed: randomBytes(32).toString('base64url'),
      holder: randomBytes(12).toString('base64url'),
    };
    const begun = clock.now();
    for (let now = begun; now - begun <= WAIT_MS; now = clock.now()) {
      const times = { claimedAt: now, heldUntil: now + HELD_MS, expiredBefore: now - IDEMPOTENCY_MS };
      const known = await claims.find(id);
      const isFree = known === undefined || known.claimedAt < times.expiredBefore || isLeft(known, now);
      if (isFree && known === undefined) await this.kept.addKey(owner);
      const claim = isFree ? await claims.claim({ ...wanted, ...times }) : known;
      if (claim.request !== wanted.request) throw keyReused();
      if (claim.holder === wanted.holder || claim.answer !== undefined) return claim;
      if (response.destroyed) break;
      await pause(POLL_MS, undefined, { ref: false });
    }
    throw keyInUse();
  }

  private async replay(
    { answer, seed }: IdempotencyClaim,
    given: {
      readonly response: ServerResponse;
      readonly digest: WatchedBody;
      readonly secrets: SealingSecrets;
    },
  ): Promise<void> {
    const content = answer?.content ?? '';
    if (!isSameBody(await bodyOf(given.digest, content), content)) throw keyReused();
    const opened = answer?.sealed === undefined ? undefined : unseal(answer.sealed, given.secrets, seed);
    if (opened === undefined) throw answerNotKept();
    sendAgain(given.response, opened);
  }

  private credentialOf(request: IncomingMessage, { kind }: Principal): string {
    if (kind === 'session') return this.options.sessionSecret(request) ?? '';
    if (kind === 'anonymous') return '';
    if (kind === 'host') return JSON.stringify([request.headers.authorization, request.headers.cookie]);
    // The secret of a link may be part of the path.
    const { authorization } = request.headers;
    return (bearerIn(request.headers) === undefined ? request.url : authorization) ?? '';
  }
}

/** Starts to digest the body of a request with a key. Must be called before anything reads the request. */
export function watchBody(request: IncomingMessage): void {
  if (request.headers[IDEMPOTENCY_HEADER] !== undefined)
    requestContextOf(request).digest = new BodyDigest(request);
}

/** The digest of a body that is compared with an earlier one. @throws {HttpError} 422 if it is longer. */
async function bodyOf(digest: WatchedBody, other: string): Promise<string> {
  try {
    return await digest.whole(mostOf(other));
  } catch (error) {
    throw error instanceof LongerBody ? keyReused() : error;
  }
}

const isLeft = ({ answer, heldUntil }: IdempotencyClaim, now: number): boolean =>
  answer === undefined && heldUntil <= now;

/** Equal keys of different callers are different keys. */
function nameOf(request: IncomingMessage, principal: Principal): string {
  switch (principal.kind) {
    case 'anonymous':
      return `network ${requestContextOf(request).holder ?? ''}`;
    case 'key':
      return `key ${principal.caller.keyId ?? ''}`;
    case 'session':
      return `user ${principal.user.id}`;
    case 'host':
      return `host ${JSON.stringify([principal.caller.accountId, principal.caller.userId])}`;
    case 'token':
      return `token ${principal.holder.accountId}`;
    case 'upload-token':
      return `upload token ${principal.token.id}`;
    case 'link':
      return `link ${principal.link.id}`;
  }
}

function hashOf(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

function sendAgain(response: ServerResponse, { status, headers, body }: Answer): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('Idempotent-Replayed', 'true');
  if (body.length > 0) response.setHeader('Content-Length', body.length);
  response.writeHead(status);
  response.end(body);
}

const isRepeatable = ({ method, repeatable = method !== 'post' }: Operation): boolean => repeatable;
