import { once } from 'node:events';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StorageUnavailable } from '@cairn/kernel';
import { until } from '@cairn/testkit';
import { CallThread } from './call-thread.js';
import { serveCalls } from './serve-calls.js';

/** The service in the thread, with a record of its calls. */
class Service {
  given = 0;
  ended = 0;
  waits = 0;

  async *numbers(until: number, signal: AbortSignal): AsyncGenerator<{ readonly number: number }> {
    try {
      for (let number = 1; number <= until && !signal.aborted; number += 1) {
        this.given += 1;
        yield { number };
      }
      if (until === 3) throw new StorageUnavailable('three');
    } finally {
      this.ended += 1;
    }
  }

  async echo(): Promise<void> {}

  async wait(text: string, signal: AbortSignal): Promise<readonly string[]> {
    this.waits += 1;
    if (!signal.aborted) await once(signal, 'abort');
    return [text];
  }
}

/** A worker whose program runs here, on the other side of a channel. */
function aWorker(service: Service): { readonly worker: Worker; readonly ports: readonly MessagePort[] } {
  const { port1, port2 } = new MessageChannel();
  serveCalls(port2, { service });
  const worker = Object.assign(port1, { terminate: async () => port1.close() });
  return { worker: worker as typeof worker & Worker, ports: [port1, port2] };
}

describe('CallThread', () => {
  let service: Service;
  let ports: readonly MessagePort[];
  let thread: CallThread;

  beforeEach(() => {
    service = new Service();
    const { worker, ...others } = aWorker(service);
    ({ ports } = others);
    thread = new CallThread(worker);
  });

  afterEach(() => {
    for (const port of ports) port.close();
  });

  const numbers = (until: number, cancellation?: AbortSignal) =>
    thread.stream({ repository: 'service', method: 'numbers', args: [until], cancellation });
  /** Calls are answered in their order, so everything that was sent before is done. */
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn += 1)
      await thread.call({ repository: 'service', method: 'echo', args: [] });
  };

  it('gives the items of a stream in their order, and fetches few before they are asked for', async () => {
    const seen: unknown[] = [];
    for await (const item of numbers(6)) {
      seen.push(item);
      if (seen.length === 2) await settled();
      expect(service.given - seen.length).toBeLessThanOrEqual(3);
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6].map((number) => ({ number })));
    expect(thread.load).toBe(0);
  });

  it('gives the items before an error, then the error', async () => {
    const items = numbers(3);
    for (const number of [1, 2, 3]) expect(await items.next()).toEqual({ done: false, value: { number } });
    await expect(items.next()).rejects.toBeInstanceOf(StorageUnavailable);
    expect(thread.load).toBe(0);
  });

  it('ends a stream in the thread when it is left', async () => {
    for await (const { number } of numbers(1_000) as AsyncIterable<{ readonly number: number }>)
      if (number === 1) break;
    await until('the stream has ended', () => service.ended === 1);
    expect([service.given < 10, thread.load]).toEqual([true, 0]);
  });

  it('ends a stream when it is cancelled, also between two items', async () => {
    const controller = new AbortController();
    const items = numbers(1_000, controller.signal);
    await items.next();
    controller.abort();
    expect(await items.next()).toEqual({ done: true, value: undefined });
    await until('the stream has ended', () => service.ended === 1);
    expect(thread.load).toBe(0);
  });

  it('aborts the signal of a call that is cancelled', async () => {
    const controller = new AbortController();
    const call = { repository: 'service', method: 'wait', args: ['over'], answer: 'clone' } as const;
    const answered = thread.call({ ...call, cancellation: controller.signal });
    await until('the call is begun', () => service.waits === 1);
    controller.abort();
    expect(await answered).toEqual(['over']);
    expect(await thread.call({ ...call, cancellation: AbortSignal.abort() })).toEqual(['over']);
  });

  it('rejects streams when the thread ends', async () => {
    const program = `require('node:worker_threads').parentPort.on('message', () => process.exit(1))`;
    const dying = new CallThread(new Worker(program, { eval: true }));
    const items = dying.stream({ repository: '', method: '', args: [] });
    await expect(items.next()).rejects.toBeInstanceOf(StorageUnavailable);
  });
});
