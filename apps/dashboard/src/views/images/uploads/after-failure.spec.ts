import { CairnError, type ErrorFacts } from '@cairn/client';
import { expect, it } from '@jest/globals';
import { afterFailure, maySucceed } from './after-failure.ts';

const failed = (facts: Partial<ErrorFacts> & Pick<ErrorFacts, 'kind'>) =>
  new CairnError({ code: facts.kind, detail: '', ...facts });
const first = { breaks: 0, inRow: 0 };

it.each([
  [{ kind: 'rate-limited', retryAfterMs: 42_000 }, 'asked', 42_000],
  [{ kind: 'unavailable', code: 'too-many-uploads', retryAfterMs: 5_000 }, 'busy', 5_000],
  [{ kind: 'conflict', code: 'idempotency-key-in-use', retryAfterMs: 2_000 }, 'busy', 2_000],
  [{ kind: 'unavailable', status: 503 }, 'busy', 1_000],
  [{ kind: 'network' }, 'offline', 1_000],
  [{ kind: 'timeout' }, 'offline', 1_000],
  [{ kind: 'unexpected', status: 201 }, 'offline', 1_000],
] as const)('after %j all wait because the server is %s, for %d ms', (facts, why, ms) => {
  expect(afterFailure(failed(facts), first)).toEqual({ kind: 'wait', why, ms });
});

it.each([
  { kind: 'invalid', status: 400 },
  { kind: 'internal', status: 500 },
  { kind: 'unexpected', status: 404 },
  { kind: 'conflict', code: 'quota-exceeded' },
] as const)('after %j a file has failed', (facts) => {
  expect(afterFailure(failed(facts), first)).toEqual({ kind: 'give-up' });
});

it('waits longer and longer, up to half a minute, and gives a file up that breaks every connection', () => {
  const waits = [0, 1, 4, 9].map((inRow) => afterFailure(failed({ kind: 'network' }), { breaks: 0, inRow }));
  expect(waits).toMatchObject([{ ms: 1_000 }, { ms: 2_000 }, { ms: 16_000 }, { ms: 30_000 }]);
  expect(afterFailure(failed({ kind: 'network' }), { breaks: 5, inRow: 9 })).toEqual({ kind: 'give-up' });
  expect(afterFailure(failed({ kind: 'unavailable' }), { breaks: 9, inRow: 9 })).toMatchObject({
    kind: 'wait',
  });
});

it.each([
  [{ kind: 'unexpected', status: 415, code: 'unsupported-image-type' }, false],
  [{ kind: 'invalid', status: 422, code: 'undecodable-image' }, false],
  [{ kind: 'unexpected', status: 422, code: 'too-many-pixels' }, false],
  [{ kind: 'too-large', status: 413 }, false],
  [{ kind: 'invalid', status: 400 }, false],
  [{ kind: 'forbidden', status: 403 }, false],
  [{ kind: 'unauthorized', status: 401 }, true],
  [{ kind: 'internal', status: 500 }, true],
  [{ kind: 'network' }, true],
  [{ kind: 'storage-full' }, true],
  [{ kind: 'conflict', code: 'quota-exceeded' }, true],
] as const)('after %j another attempt makes sense: %s', (facts, makesSense) => {
  expect(maySucceed(failed(facts))).toBe(makesSense);
});
