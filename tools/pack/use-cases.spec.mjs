import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { useCaseReadmes } from './use-cases.mjs';

it('the README of a library lists every use case of it; `npm run record-api` does that', async () => {
  const readmes = [...(await useCaseReadmes())];
  expect(readmes.length).toBeGreaterThan(4);
  expect(readmes.filter(([path, text]) => readFileSync(path, 'utf8') !== text)).toEqual([]);
});
