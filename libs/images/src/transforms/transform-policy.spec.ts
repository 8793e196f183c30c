import { describe, expect, it } from '@jest/globals';
import { parseTransform, type Query } from './parse-transform.js';
import { TransformPolicy } from './transform-policy.js';

const presets = new Map<string, Query>([
  ['thumb', { w: '160' }],
  ['card', { w: '640', h: '480', fit: 'cover' }],
]);

/** The nearest allowed transform; `undefined` if this one is allowed. */
function refusal(policy: TransformPolicy, query: Query): string | undefined {
  try {
    policy.admit(parseTransform(query, policy.presets));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

describe('TransformPolicy', () => {
  const ladder = new TransformPolicy('ladder', presets);

  it.each<Query>([
    { w: '320' },
    { w: '320', h: '3840', fit: 'cover', format: 'auto', dpr: '3', q: '75' },
    { format: 'webp' },
    { preset: 'card' },
    { fit: 'cover' },
  ])('of the ladder allows %j', (query) => {
    expect(refusal(ladder, query)).toBeUndefined();
  });

  it.each<[Query, string]>([
    [{ w: '321' }, '?w=400'],
    [{ w: '9999', q: '81' }, '?q=85&w=3840'],
    [{ w: '320', dpr: '1.5' }, '?dpr=2&w=320'],
    [{ w: '320', blur: '3' }, '?w=320'],
    [{ blur: '3' }, '?w=3840'],
    [{ preset: 'card', w: '641' }, '?fit=cover&h=480&w=720'],
  ])('of the ladder refuses %j for %s', (query, nearest) => {
    expect(refusal(ladder, query)).toContain(`\`${nearest}\``);
  });

  it('of presets allows them alone', () => {
    const policy = new TransformPolicy('presets', presets);
    expect(refusal(policy, { preset: 'thumb' })).toBeUndefined();
    expect(refusal(policy, { w: '160' })).toBeUndefined();
    expect(refusal(policy, { w: '320' })).toContain('`?preset=thumb`');
    expect(refusal(policy, { w: '600' })).toContain('`?preset=card`');
  });

  it('may allow anything or nothing', () => {
    expect(refusal(new TransformPolicy('anything'), { w: '321', blur: '3' })).toBeUndefined();
    expect(refusal(new TransformPolicy('nothing', presets), { preset: 'card' })).toContain(
      'as it was uploaded',
    );
  });
});
