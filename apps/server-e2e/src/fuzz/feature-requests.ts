import fc from 'fast-check';
import type { Operation } from './api-document.js';
import { featureTexts } from './feature-texts.js';
import { percentEncode } from './naughty-strings.js';
import type { FuzzRequest } from './requests.js';
import type { FuzzState } from './resource-pool.js';
import type { Lazy } from './targets.js';
import { weighted } from './weighted.js';

const SPACES = 3;
const LINES = 'application/x-ndjson';
const words = {
  e: ['patch', 'replace', 'merge', 'delete', 'retain', 'error'],
  ne: ['create', 'retain', 'error'],
  cr: ['error', 'retain', 'replace'],
};

interface Sent {
  readonly body: string;
  readonly state: FuzzState;
  readonly type?: string;
}

/** Writes of many and of single features, by replacing and by merge patches, and imports. Every feature has an id of its own, or a known one. */
export function featureRequests(operations: readonly Operation[]): fc.Arbitrary<Lazy<FuzzRequest>> {
  let features = 0;
  const nextId = (): string => `fuzzed-${(features += 1)}`;
  const joined = (separator: string) =>
    fc
      .array(featureTexts, { maxLength: 8 })
      .map((texts) => () => texts.map((text) => text(nextId())).join(separator));
  const collections = joined(',').map(
    (features) => () => `{"type":"FeatureCollection","features":[${features()}]}`,
  );
  const request = (
    id: string,
    target: string,
    { body, state, type = 'application/geo+json' }: Sent,
  ): FuzzRequest => {
    const operation = operations.find(({ operationId }) => operationId === id);
    if (operation === undefined) throw new Error(`The document has no operation ${id}.`);
    const { method } = operation;
    const headers = {
      authorization: `Bearer ${state.callers.administrator}`,
      'content-type': type,
    };
    return { operation, method, target, headers, body: Buffer.from(body), mustFail: false };
  };
  const space = ({ pool }: FuzzState, back: number): string =>
    `/hub/spaces/${pool.pick('space', back % SPACES)}/features`;
  const rules = fc.record(
    { e: fc.constantFrom(...words.e), ne: fc.constantFrom(...words.ne), cr: fc.constantFrom(...words.cr) },
    { requiredKeys: [] },
  );
  return weighted<Lazy<FuzzRequest>>(
    [
      3,
      fc
        .tuple(
          fc.nat(),
          fc.oneof(
            collections,
            collections,
            featureTexts.map((text) => () => text(nextId())),
          ),
        )
        .map(
          ([back, body]) =>
            (state) =>
              request('putFeatures', `${space(state, back)}?transactional=${back % 2 === 0}`, {
                body: body(),
                state,
              }),
        ),
    ],
    [
      2,
      fc.tuple(fc.nat(), collections, rules).map(([back, body, rule]) => (state) => {
        const query = new URLSearchParams({ ...rule, ...(back % 2 === 0 && { transactional: 'false' }) });
        return request('postFeatures', `${space(state, back)}?${query.toString()}`, { body: body(), state });
      }),
    ],
    [
      2,
      fc.tuple(fc.nat(), joined('\n')).map(
        ([back, body]) =>
          (state) =>
            request('putFeatures', space(state, back), { body: body(), state, type: LINES }),
      ),
    ],
    [
      4,
      fc.tuple(fc.nat(), featureTexts).map(([back, text]) => (state) => {
        const id = nextId();
        return request('putFeature', `${space(state, back)}/${id}`, { body: text(id), state });
      }),
    ],
    [
      3,
      fc.tuple(fc.nat(), featureTexts).map(([back, text]) => (state) => {
        const id = state.pool.pick('feature', back % 20) ?? 'f1';
        return request('patchFeature', `${space(state, back)}/${percentEncode(id)}`, {
          body: text(id),
          state,
        });
      }),
    ],
  );
}
