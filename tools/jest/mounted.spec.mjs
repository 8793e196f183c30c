import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { root } from '../step.mjs';
import { leftOut, rules, SUITES } from './mounted.mjs';

const suitesOf = (pattern) => globSync(pattern, { cwd: join(fileURLToPath(root), SUITES) });

it('names suites that are there, and leaves out none of the rules', () => {
  const patterns = Object.keys(leftOut);
  expect([...rules, ...patterns].filter((one) => suitesOf(one).length === 0)).toEqual([]);
  const left = patterns.flatMap(suitesOf);
  expect(rules.filter((suite) => left.includes(suite))).toEqual([]);
});
