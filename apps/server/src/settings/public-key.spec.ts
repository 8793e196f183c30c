import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { publicKey as read } from './public-key.js';

const folder = mkdtempSync(join(tmpdir(), 'cairn-key-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString();
const base64 = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const path = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const weak = (key: KeyObject): string => key.export({ format: 'pem', type: 'spki' }).toString();

it.each([
  pem,
  `\n${pem}\n\n`,
  pem.trim().replaceAll('\n', String.raw`\n`),
  publicKey.export({ format: 'pem', type: 'pkcs1' }).toString(),
  base64,
  base64.replaceAll(/(.{64})/g, '$1\n'),
  publicKey.export({ format: 'der', type: 'pkcs1' }).toString('base64'),
  path('key.pem', pem),
  path('base64', `${base64}\n`),
])('reads the key: case %#', (text) => {
  expect(read(text).equals(publicKey)).toBe(true);
});

it.each([
  ['nothing', 'PEM'],
  [join(folder, 'absent.pem'), 'PEM'],
  [folder, 'PEM'],
  ['A'.repeat(400), 'PEM'],
  ['-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----', 'PEM'],
  [privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), 'private'],
  [path('private.pem', privateKey.export({ format: 'pem', type: 'pkcs1' }).toString()), 'private'],
  [weak(generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey), '2048 bits'],
  [weak(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey), '2048 bits'],
])('refuses what is none: case %#', (text, reason) => {
  expect(() => read(text)).toThrow(reason);
});
