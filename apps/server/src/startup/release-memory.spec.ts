import { setTimeout as pause } from 'node:timers/promises';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { releaseMemoryLater } from './release-memory.js';

describe('releaseMemoryLater', () => {
  it('collects what nothing refers to', async () => {
    const reference = new WeakRef({});
    await pause(50); // a reference is kept to the end of the turn that makes it
    expect(reference.deref()).toBeDefined();
    releaseMemoryLater([10]);
    await pause(200);
    expect(reference.deref()).toBeUndefined();
  });

  it('leaves no `gc` to other contexts', () => {
    releaseMemoryLater([]);
    expect(runInNewContext('typeof gc')).toBe('undefined');
  });
});
