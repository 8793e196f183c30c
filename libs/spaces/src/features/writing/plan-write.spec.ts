import { describe, expect, it } from '@jest/globals';
import { bodyOf } from '../content/feature-body.js';
import { DEFAULT_FEATURE_LIMITS } from '../content/feature-limits.js';
import { parseDraft } from '../content/parse-draft.js';
import type { StoredFeature } from '../content/stored-feature.js';
import { EMPTY_HEAD } from './content-head.js';
import type { FeatureModification, WriteRule } from './modification.js';
import { planWrite, type WriteBasis } from './plan-write.js';
import type { WriteBatch, WriteResult } from './write-batch.js';

const PUT: WriteRule = { onExists: 'replace', onNotExists: 'create', onConflict: 'error' };

interface Known {
  readonly version?: number;
  readonly tags?: readonly string[];
  readonly properties?: object;
}

function feature(id: string, { version = 1, tags = [], properties = {} }: Known = {}): StoredFeature {
  const body = bodyOf({ id, foreign: '{}', geometry: 'null', properties: JSON.stringify(properties) });
  return { id, version, createdAt: 1, updatedAt: 1, tags, body };
}

/** A change of the feature at version 1. */
function stale(id: string, rule: WriteRule, properties: object = {}): FeatureModification {
  const text = JSON.stringify({ id, properties: { ...properties, '@ns:com:here:xyz': { version: 1 } } });
  const parsing = { limits: DEFAULT_FEATURE_LIMITS, detectConflicts: true, makeId: () => 'made' };
  const { draft } = parseDraft(text, parsing);
  if (draft === undefined) throw new Error(text);
  return { draft, rule };
}

function plan(
  { stored, former }: { readonly stored: readonly StoredFeature[]; readonly former: WriteBasis['former'] },
  batch: Pick<WriteBatch, 'modifications' | 'refused'>,
) {
  const basis = {
    spaceId: 's',
    stored: new Map(stored.map((one) => [one.id, one])),
    versionsToKeep: 9,
    former,
  };
  const head = { ...EMPTY_HEAD, version: 2, total: stored.length };
  const told = {
    onFailure: 'skip',
    returning: 'ids',
    now: 1,
    maxSizeInBytes: 10_000,
    maxValues: 1_000,
  } as const;
  return planWrite({ ...basis, head }, { ...told, ...batch });
}

const reasons = ({ failed }: WriteResult): readonly string[] => failed.map(({ reason }) => reason);

describe('a plan of stale changes', () => {
  it('looks at what each was made of, and at no others', () => {
    let looks = 0;
    const ids = Array.from({ length: 500 }, (_, index) => `f${index}`);
    const former = ids.map((id) => ({
      get feature() {
        looks += 1;
        return feature(id);
      },
      ended: 2,
    }));
    const stored = ids.map((id) => feature(id, { version: 2 }));
    const { result } = plan({ stored, former }, { modifications: ids.map((id) => stale(id, PUT)) });
    expect(result.failed.length).toBe(500);
    expect(looks).toBeLessThan(10 * 500);
  });

  it('does not tell what is stored to whoever may not change it', () => {
    const former = [{ feature: feature('f', { properties: { a: 1 } }), ended: 2 }];
    const stored = [feature('f', { version: 2, properties: { a: 2 } })];
    const rules: readonly WriteRule[] = [
      PUT,
      { ...PUT, onExists: 'merge' },
      { ...PUT, onExists: 'patch' },
      { ...PUT, onExists: 'delete' },
    ];
    for (const rule of rules) {
      const modification = stale('f', rule, { a: 3 });
      const refused = rule.onExists === 'delete' ? (['deleted'] as const) : (['updated'] as const);
      const told = (ifVersion?: number) =>
        reasons(
          plan({ stored, former }, { modifications: [{ ...modification, ifVersion }], refused }).result,
        );
      expect([rule.onExists, ...told(), ...told(7)]).toEqual([rule.onExists, 'forbidden', 'forbidden']);
    }
  });

  it('adds and takes away the tags of its rule, whatever others have done', () => {
    const former = [{ feature: feature('f', { tags: ['a', 'b'] }), ended: 2 }];
    const stored = [feature('f', { version: 2, tags: ['b', 'c'] })];
    const rule = { ...PUT, onExists: 'patch', addTags: ['a'], removeTags: ['c'] } as const;
    const { puts } = plan({ stored, former }, { modifications: [stale('f', rule)] });
    expect(puts.map(({ feature: { tags } }) => tags)).toEqual([['b', 'a']]);
  });
});
