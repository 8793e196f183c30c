import { expect, it } from '@jest/globals';
import { isLoopback } from './loopback.js';

it.each([
  ['localhost', true],
  ['LocalHost', true],
  ['cairn.localhost', true],
  ['127.0.0.1', true],
  ['127.255.0.9', true],
  ['::1', true],
  ['[::1]', true],
  ['0:0:0:0:0:0:0:1', true],
  ['[::ffff:127.0.0.1]', true],
  ['', false],
  ['0.0.0.0', false],
  ['::', false],
  ['128.0.0.1', false],
  ['192.168.1.5', false],
  ['localhost.example.org', false],
  ['notlocalhost', false],
  ['127.0.0.1.example.org', false],
])('isLoopback(%j) is %j', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
