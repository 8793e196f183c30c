import { expect, it } from '@jest/globals';
import { MachineResolver } from './machine-resolver.js';

const never = new Promise<never>(() => undefined);
const dns: Readonly<Record<string, readonly string[]>> = { 'known.example': ['1.1.1.1'] };
const asked: string[] = [];

const lookup = async (host: string): Promise<readonly string[]> => {
  asked.push(host);
  return host === 'slow.example' ? await never : ['10.0.0.1'];
};

it('a name whose servers are slow holds up no other, and the machine is asked for one name at a time', async () => {
  asked.length = 0;
  const resolver = new MachineResolver({ lookup, query: async (host) => dns[host] ?? [] });
  void resolver.resolve('slow.example');
  expect(await resolver.resolve('known.example')).toEqual(['1.1.1.1']);
  void resolver.resolve('only-here');
  await new Promise(setImmediate);
  expect(asked).toEqual(['slow.example']);
});

it('a name that only the machine knows has its turn afterwards', async () => {
  let answer = (_: readonly string[]): void => undefined;
  const first = new Promise<readonly string[]>((resolve) => (answer = resolve));
  const resolver = new MachineResolver({
    lookup: async (host) => (host === 'first' ? await first : ['10.0.0.1']),
    query: async () => [],
  });
  const both = Promise.all([resolver.resolve('first'), resolver.resolve('only-here')]);
  await new Promise(setImmediate);
  answer(['10.0.0.2']);
  expect(await both).toEqual([['10.0.0.2'], ['10.0.0.1']]);
});

it('a name whose servers do not answer takes no turn', async () => {
  asked.length = 0;
  const query = () => Promise.reject(new Error('ETIMEOUT'));
  const resolver = new MachineResolver({ lookup, query });
  void resolver.resolve('slow.example');
  await expect(resolver.resolve('slow-too.example')).rejects.toThrow('ETIMEOUT');
  expect(asked).toEqual(['slow.example']);
});

it('names that only the machine may know wait in a line that ends', async () => {
  const resolver = new MachineResolver({ lookup, query: async () => [] });
  void resolver.resolve('slow.example');
  const waiting = Array.from({ length: 101 }, (_, index) => resolver.resolve(`only-here-${index}`));
  await expect(Promise.race(waiting)).rejects.toThrow('too many names');
});
