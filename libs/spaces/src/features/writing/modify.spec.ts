import { describe, expect, it } from '@jest/globals';
import { DEFAULT_FEATURE_LIMITS } from '../content/feature-limits.js';
import { parseDraft } from '../content/parse-draft.js';
import { featureText, type StoredFeature } from '../content/stored-feature.js';
import { type BaseFeature, modify, type FeatureChange } from './modify.js';
import type { FeatureModification, WriteRule } from './modification.js';

const put: WriteRule = { onExists: 'replace', onNotExists: 'create', onConflict: 'error' };
const patch: WriteRule = { ...put, onExists: 'patch' };
const moment = { now: 2_000, version: 9, maxSizeInBytes: 10_000, maxValues: 1_000, base: 'none' } as const;

function writing(members: object, rule: WriteRule = put): FeatureModification {
  const text = JSON.stringify({ id: 'f', ...members });
  const { draft } = parseDraft(text, { limits: DEFAULT_FEATURE_LIMITS, makeId: () => 'made' });
  if (draft === undefined) throw new Error(text);
  return { draft, rule };
}

function stored(members: object): StoredFeature {
  const change = modify(undefined, writing(members), { ...moment, now: 1_000, version: 5 });
  if (change.kind !== 'inserted') throw new Error(change.kind);
  return change.feature;
}

/** The kind of the change and what the feature is afterwards, without what every one has. */
function become(
  before: StoredFeature | undefined,
  modification: FeatureModification,
  base: BaseFeature = 'none',
): readonly unknown[] {
  const change: FeatureChange = modify(before, modification, { ...moment, base });
  if (change.kind === 'failed') return [change.kind, change.reason];
  if (change.kind === 'absent') return [change.kind];
  const {
    type: _,
    id: __,
    properties,
    ...members
  } = JSON.parse(featureText(change.feature)) as {
    readonly [name: string]: object;
  };
  const { '@ns:com:here:xyz': namespace, ...own } = properties as { readonly [name: string]: object };
  const { version } = namespace as { readonly version: number };
  return [change.kind, version, members, own];
}

const point = { type: 'Point', coordinates: [1, 2, 3], note: 'a' };

describe('a patch', () => {
  const before = stored({ geometry: point, title: 't', properties: { a: { b: 1, c: [1, 2] }, d: 0 } });
  const patched = (members: object) => become(before, writing(members, patch));

  it('merges objects, takes away what is null, and replaces arrays', () => {
    const properties = { a: { b: null, c: [3], e: { f: 1, g: null } }, d: null };
    expect(patched({ title: null, properties })).toEqual([
      'updated',
      9,
      { geometry: point },
      { a: { c: [3], e: { f: 1 } } },
    ]);
    expect(patched({ properties: null })).toEqual(['updated', 9, { geometry: point, title: 't' }, {}]);
  });

  it('replaces coordinates as a whole, and a geometry of another type', () => {
    const [, , moved] = patched({ geometry: { type: 'Point', coordinates: [5, 6] } });
    expect(moved).toMatchObject({ geometry: { type: 'Point', coordinates: [5, 6], note: 'a' } });
    const line = {
      type: 'LineString',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    };
    expect(patched({ geometry: line })[2]).toMatchObject({ geometry: line });
    expect(patched({ geometry: null })[2]).toMatchObject({ geometry: null });
  });

  it('keeps exact numbers that it does not touch', () => {
    const exact = { ...before, body: before.body.replace('"d":0', '"d":12345678901234567890') };
    const change = modify(exact, writing({ properties: { e: 1 } }, patch), moment);
    expect(change.kind === 'updated' && change.feature.body).toContain('"d":12345678901234567890,"e":1');
  });

  it('gives the boxes of the geometry that the feature has then', () => {
    const change = modify(before, writing({ properties: { d: 1 } }, patch), moment);
    expect(change).toMatchObject({ kind: 'updated', boxes: [[1, 2, 1, 2]] });
  });

  it('makes members called __proto__ own ones', () => {
    const text = '{"id":"f","properties":{"__proto__":{"x":1}}}';
    const { draft } = parseDraft(text, { limits: DEFAULT_FEATURE_LIMITS, makeId: () => '' });
    const change = draft && modify(before, { draft, rule: patch }, moment);
    expect(change?.kind === 'updated' && change.feature.body).toContain('"__proto__":{"x":1}');
  });
});

describe('tags', () => {
  const tagged = (tags: unknown) => ({ properties: { '@ns:com:here:xyz': { tags } } });
  const before = stored(tagged(['a', 'b']));
  const tags = (members: object, rule: WriteRule) => {
    const change = modify(before, writing(members, rule), moment);
    return 'feature' in change ? [change.kind, ...change.feature.tags] : [change.kind];
  };

  it('are replaced, then added to, then taken from', () => {
    const rule = { ...patch, addTags: ['c', 'a'], removeTags: ['b'] };
    expect(tags({}, rule)).toEqual(['updated', 'a', 'c']);
    expect(tags(tagged(['b', 'd']), rule)).toEqual(['updated', 'd', 'c', 'a']);
    expect(tags(tagged(null), patch)).toEqual(['updated']);
    expect(tags({}, patch)).toEqual(['unchanged', 'a', 'b']);
    expect(tags({}, put)).toEqual(['updated']);
  });

  it('are at most 1,000 of at most 255 characters, however they came', () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
    const three = Array.from({ length: 40 }, (_, index) => `a${index},b${index},c${index}`);
    const added = (...addTags: readonly string[]) =>
      become(undefined, writing(tagged(three), { ...patch, addTags }))[0];
    expect([added(...names(880)), added(...names(881))]).toEqual(['inserted', 'failed']);
    expect([added('x'.repeat(255)), added('x'.repeat(256))]).toEqual(['inserted', 'failed']);
    const crowded = { ...before, tags: names(1_001) };
    const change = (members: object, rule: Partial<WriteRule>) =>
      become(crowded, writing(members, { ...patch, ...rule }));
    expect(change({ properties: { a: 1 } }, {})[0]).toBe('updated');
    expect(change({}, { removeTags: ['n0'] })[0]).toBe('updated');
    expect(change({}, { addTags: ['z'] })).toEqual(['failed', 'too-many-tags']);
  });
});

describe('a write of what the client knew as a version that is not kept', () => {
  const before = stored({ properties: { a: 1 } });
  const stale = (members: object, rule: Partial<WriteRule>) => {
    return become(before, writing(members, { ...put, ...rule }), 'unknown');
  };

  it('fails where it replaces, deletes, or changes anything', () => {
    expect(stale({ properties: { a: 1 } }, {})).toEqual(['failed', 'version-conflict']);
    expect(stale({}, { onExists: 'delete' })).toEqual(['failed', 'version-conflict']);
    expect(stale({ properties: { b: 1 } }, { onExists: 'patch' })).toEqual(['failed', 'version-conflict']);
    expect(stale({ properties: { a: 1 } }, { onExists: 'patch' })[0]).toBe('unchanged');
  });

  it('is resolved as a merge asks for', () => {
    const merge = (onConflict: WriteRule['onConflict']) =>
      stale({ properties: { b: 1 } }, { onExists: 'merge', onConflict });
    expect(merge('error')).toEqual(['failed', 'version-conflict']);
    expect(merge('retain').slice(0, 2)).toEqual(['unchanged', 5]);
    expect(merge('replace')).toEqual(['updated', 9, { geometry: null }, { b: 1 }]);
  });
});

describe('a write of what the client knew as an older version that is kept', () => {
  const base = stored({ geometry: point, properties: { a: 1, b: 1 } });
  const before = stored({ geometry: point, properties: { a: 2, b: 1 } });
  const stale = (members: object, rule: Partial<WriteRule>) =>
    become(before, writing(members, { ...put, ...rule }), base);

  it('has what others changed since, and what it changes', () => {
    for (const onExists of ['patch', 'merge'] as const)
      expect(stale({ geometry: point, properties: { a: 1, b: 3 } }, { onExists })).toEqual([
        'updated',
        9,
        { geometry: point },
        { a: 2, b: 3 },
      ]);
  });

  it('names the member that both changed', () => {
    const twice = writing({ properties: { a: 3 } }, patch);
    expect(modify(before, twice, { ...moment, base })).toMatchObject({
      detail: "The feature 'f' has changed since: it has version 5, with another /properties/a.",
    });
  });

  it('may not become too large', () => {
    const long = writing({ properties: { c: 'x'.repeat(100) } }, patch);
    const change = modify(before, long, { ...moment, base, maxSizeInBytes: 200 });
    const detail = expect.stringMatching(/more than 200 bytes; simplify its geometry, or cut it into/);
    expect(change).toMatchObject({ kind: 'failed', reason: 'feature-too-large', detail });
  });
});

describe('a modification', () => {
  const before = stored({ properties: { a: 1 } });

  it('does what its rule says where the feature exists, or does not', () => {
    expect(become(before, writing({}, { ...put, onExists: 'error' }))).toEqual(['failed', 'feature-exists']);
    expect(become(before, writing({}, { ...put, onExists: 'retain' }))[0]).toBe('unchanged');
    expect(become(before, writing({}, { ...put, onExists: 'delete' }))[0]).toBe('deleted');
    expect(become(undefined, writing({}, { ...put, onNotExists: 'error' }))).toEqual([
      'failed',
      'feature-not-found',
    ]);
    expect(become(undefined, writing({}, { ...put, onNotExists: 'retain' }))).toEqual(['absent']);
    expect(become(undefined, writing({}, patch))).toEqual(['inserted', 9, { geometry: null }, {}]);
  });

  it('for one version fails at every other', () => {
    const mismatch = ['failed', 'version-mismatch'];
    expect(become(before, { ...writing({}), ifVersion: 4 })).toEqual(mismatch);
    expect(become(undefined, { ...writing({}), ifVersion: 4 })).toEqual(mismatch);
    expect(become(before, { ...writing({}), ifVersion: 5 })[0]).toBe('updated');
  });

  it('may make a feature as long as one that is sent, and no longer', () => {
    const limit = JSON.stringify({ type: 'Feature', id: 'f', geometry: null, properties: { a: 1, b: 'xy' } });
    const within = { ...moment, maxSizeInBytes: limit.length };
    const kindOf = (members: object, rule: WriteRule) => modify(before, writing(members, rule), within).kind;
    expect(kindOf({ properties: { b: 'xy' } }, patch)).toBe('updated');
    expect(kindOf({ properties: { b: 'xyz' } }, patch)).toBe('failed');
    expect(kindOf({ properties: { a: 1, b: 'xy' } }, put)).toBe('updated');
  });

  it('may not give a feature more members and items than one that is sent may have', () => {
    const many = stored({ properties: { list: Array.from({ length: 990 }, () => 1) } });
    const kindOf = (added: number) =>
      modify(many, writing({ properties: { more: Array.from({ length: added }, () => 1) } }, patch), moment);
    expect(kindOf(4).kind).toBe('updated'); // with type, id, geometry, properties, list and more
    expect(kindOf(20)).toMatchObject({
      reason: 'invalid-feature',
      detail: "The feature 'f' would have more than 1000 members and items besides its coordinates.",
    });
  });

  it('never sets the time of a feature back', () => {
    const change = modify(before, writing({ x: 1 }), { ...moment, now: 10 });
    expect(change).toMatchObject({ feature: { createdAt: 1_000, updatedAt: 1_000 } });
  });
});
