import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { versionOf } from './version.mjs';

const library = new URL('../../libs/ground/', import.meta.url);

it('The version of the ground is that of its assets', () => {
  const text = readFileSync(new URL('src/recorded.ts', library), 'utf8');
  const [, version] = /GROUND_VERSION: string = '(\w+)'/.exec(text);
  expect(version).toBe(versionOf(fileURLToPath(new URL('assets', library))));
});
