import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { anonymous, type Principal } from '@cairn/accounts';

/** One request and its answer; anonymous until a key was checked. */
export interface Exchange {
  readonly id: string;
  readonly startedAt: number;
  principal: Principal;
}

const EXCHANGE = Symbol('exchange');

/** A request that carries its exchange: a map beside it would cost the collector more than the exchange itself. */
interface Begun extends IncomingMessage {
  [EXCHANGE]?: Exchange;
}

const processPart = randomBytes(6).toString('base64url');
let count = 0;

/** Begins an exchange under the identifier that the client sent, if it is a plain one, or under a new one. */
export function beginExchange(request: Begun): Exchange {
  const exchange = { id: sentId(request) ?? newId(), startedAt: performance.now(), principal: anonymous };
  request[EXCHANGE] = exchange;
  return exchange;
}

/** The exchange that a request began. */
export function exchangeOf(request: Begun): Exchange {
  return request[EXCHANGE] ?? beginExchange(request);
}

function sentId({ headers }: IncomingMessage): string | undefined {
  const sent = headers['stream-id'] ?? headers['x-request-id'];
  return typeof sent === 'string' && /^[\w.:-]{1,64}$/.test(sent) ? sent : undefined;
}

/** An identifier that no other exchange has. */
export function newId(): string {
  count += 1;
  return `${processPart}-${count.toString(36)}`;
}
