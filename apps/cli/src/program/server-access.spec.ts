import { expect, it } from '@jest/globals';
import { Options } from './options.js';
import { serverOf } from './server-access.js';
import { UsageError } from './options.js';

const given = (values: Readonly<Record<string, string>>) => ({
  options: new Options(new Map(Object.entries(values).map(([name, value]) => [name, [value]]))),
  environment: { CAIRN_KEY: 'cairn_key' },
});

it('a server is in the account of its key, and in no other', () => {
  expect(serverOf(given({ account: 'ann' }))).toBeUndefined();
  expect(serverOf(given({ url: 'http://127.0.0.1:8080' }))).toMatchObject({ key: 'cairn_key' });
  expect(() => serverOf(given({ url: 'http://127.0.0.1:8080', account: 'ann' }))).toThrow(UsageError);
});
