import { BlobNotFound } from '@cairn/images';
import { StorageUnavailable } from '@cairn/kernel';
import { describe, expect, it } from '@jest/globals';
import { SpanKind } from '@opentelemetry/api';
import { observedPort } from './observed-port.js';

class Store {
  private readonly all: string[] = [];
  queued: () => string = () => 'nothing';

  get size(): number {
    return this.all.length;
  }

  async put(key: string): Promise<number> {
    return this.all.push(key);
  }

  async get(key: string): Promise<string> {
    if (key === 'absent') throw new BlobNotFound(key);
    if (key === 'down') throw new StorageUnavailable('The store is down.');
    return key;
  }

  part(): Store {
    return this;
  }

  async open(): Promise<Store> {
    return this;
  }

  *keys(): Generator<string> {
    yield* this.all;
  }
}

class Sub extends Store {
  override async put(key: string): Promise<number> {
    return await super.put(`${key}!`);
  }
}

describe('observedPort', () => {
  const told: string[] = [];
  const seconds: number[] = [];
  const measureOf = (method: string) => ({
    ended: (took: number) => void (seconds.push(took), told.push(method)),
    failed: () => void told.push(`${method} failed`),
  });
  const open = (port = new Sub()) => {
    told.length = 0;
    return observedPort(port, {
      span: { port: 'Store', kind: SpanKind.INTERNAL },
      measureOf,
      parts: { part: { span: { port: 'Store', kind: SpanKind.INTERNAL }, measureOf } },
      results: { open: { span: { port: 'Opened', kind: SpanKind.INTERNAL }, measureOf } },
    });
  };

  it('does what the port does, and is one', async () => {
    const store = open();
    expect([await store.put('a'), store.size, [...store.keys()], store.queued()]).toEqual([
      1,
      1,
      ['a!'],
      'nothing',
    ]);
    expect(store).toBeInstanceOf(Sub);
    store.queued = () => 'something';
    expect(store.queued()).toBe('something');
  });

  it('tells of each call that was waited for', async () => {
    const store = open();
    await store.put('a');
    expect([...store.keys()]).toEqual(['a!']);
    await store.get('b');
    expect(told).toEqual(['put', 'get']);
    expect(seconds.every((took) => took >= 0 && took < 5)).toBe(true);
  });

  it('tells a store that fails from one that has something to say', async () => {
    const store = open();
    await expect(store.get('absent')).rejects.toBeInstanceOf(BlobNotFound);
    await expect(store.get('down')).rejects.toBeInstanceOf(StorageUnavailable);
    expect(told).toEqual(['get', 'get failed']);
  });

  it('tells of the calls of its parts, and of what it gives later', async () => {
    const store = open();
    expect(store.part()).toBe(store.part());
    await store.part().get('a');
    await (await store.open()).put('b');
    expect(told).toEqual(['get', 'open', 'put']);
  });

  it('sets on the port what is set, also what it did not have', async () => {
    const port: Sub & { more?: string } = new Sub();
    const store: typeof port = open(port);
    store.queued = () => 'something';
    store.get = async () => 'other';
    store.more = 'more';
    expect([port.queued(), await port.get('a'), port.more]).toEqual(['something', 'other', 'more']);
    expect([store.queued(), await store.get('a'), store.more]).toEqual(['something', 'other', 'more']);
    expect(told).toEqual(['get']);
  });

  it('keeps what is set on a derived object there', async () => {
    const port: Sub & { more?: string } = new Sub();
    const derived: typeof port = Object.create(open(port)) as typeof port; // an object, with all that it has
    Object.assign(derived, { get: async () => 'other', queued: () => 'something', more: 'more' });
    expect([await derived.get('a'), derived.queued(), derived.more]).toEqual(['other', 'something', 'more']);
    expect([await port.get('a'), port.queued(), port.more]).toEqual(['a', 'nothing', undefined]);
    expect([await derived.put('b'), port.size, derived]).toEqual([1, 1, expect.any(Sub)]);
    expect(told).toEqual(['put']);
  });
});
