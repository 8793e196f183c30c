import { expect, it } from '@jest/globals';
import { TransformPolicy, type Presets } from '@cairn/images';
import { TransformPolicies } from './transform-policies.js';

it('the policy is the same object until the stored presets change', async () => {
  let stored: Presets = new Map([['card', { w: '300' }]]);
  const policies = new TransformPolicies(new TransformPolicy('presets'), { current: async () => stored });
  const policy = await policies.current();
  stored = new Map([['card', { w: '300' }]]);
  expect(await policies.current()).toBe(policy);
  stored = new Map([['card', { w: '301' }]]);
  const changed = await policies.current();
  expect([policy.allows({ w: 301 }), changed.allows({ w: 301 }), changed.allows({ w: 300 })]).toEqual([
    false,
    true,
    false,
  ]);
});
