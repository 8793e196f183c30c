import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from '@jest/globals';
import { StorageUnavailable } from '@cairn/kernel';
import { until } from '@cairn/testkit';
import { CallThread } from './call-thread.js';
import { RestartingThread } from './restarting-thread.js';

/** Answers every call with its name, and exits on a call named `die`. */
const program = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (requests) => {
    for (const { id, method } of requests) {
      if (method === 'die') process.exit(1);
      parentPort.postMessage(JSON.stringify([{ kind: 'reply', id, value: method }]));
    }
  });`;

/** Fails at every call. */
const refusing = program.replace(
  'value: method',
  "error: { name: 'Error', message: 'It cannot be closed.' }",
);

const named = (method: string) => ({ repository: '', method, args: [] });

const opened: RestartingThread[] = [];

async function open(): Promise<RestartingThread> {
  const thread = await RestartingThread.open(async () => new CallThread(new Worker(program, { eval: true })));
  opened.push(thread);
  return thread;
}

afterEach(async () => {
  for (const thread of opened.splice(0)) await thread.close();
});

describe('RestartingThread', () => {
  it('rejects pending calls when the thread ended, and restarts it', async () => {
    const thread = await open();
    const outcomes = await Promise.allSettled([thread.call(named('die')), thread.call(named('get'))]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(thread.call(named('get'))).resolves.toBe('get');
    expect(await Promise.all([thread.call(named('a')), thread.call(named('b'))])).toEqual(['a', 'b']);
  });

  it('tells how many calls wait for another, and how many have ended, also in threads before', async () => {
    const thread = await open();
    const calls = [thread.call(named('a')), thread.call(named('b'))];
    await until('both are pending', () => thread.load === 2);
    expect(thread.state).toMatchObject({ running: 1, waiting: 1, idle: 0, ended: 0 });
    await Promise.all(calls);
    await thread.call(named('die')).catch(() => undefined);
    expect(thread.state).toMatchObject({ running: 0, waiting: 0, idle: 0, ended: 3 });
    await thread.call(named('get'));
    expect(thread.state).toMatchObject({ running: 0, waiting: 0, idle: 1, ended: 4 });
  });

  it('ends the thread also where its database cannot be closed, and tells so', async () => {
    const worker = new Worker(refusing, { eval: true });
    const exited = once(worker, 'exit');
    const thread = await RestartingThread.open(async () => new CallThread(worker));
    await expect(thread.close(60_000)).rejects.toThrow('It cannot be closed.');
    await exited;
  });

  it('ends the thread that is started while it is closed', async () => {
    const workers = [new Worker(program, { eval: true }), new Worker(program, { eval: true })];
    const exited = Promise.all(workers.map((worker) => once(worker, 'exit')));
    const left = [...workers];
    const thread = await RestartingThread.open(async () => {
      await Promise.resolve();
      const next = left.shift();
      if (next === undefined) throw new Error('There is no more.');
      return new CallThread(next);
    });
    await thread.call(named('die')).catch(() => undefined);
    const restarted = thread.call(named('get')).catch(() => undefined);
    await thread.close();
    await Promise.all([restarted, exited]);
  });

  it('closes when the thread has ended, and stays closed', async () => {
    const thread = await open();
    await thread.call(named('die')).catch(() => undefined);
    await thread.close();
    await expect(thread.call(named('get'))).rejects.toBeInstanceOf(StorageUnavailable);
  });
});
