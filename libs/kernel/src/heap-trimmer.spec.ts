import { describe, expect, it } from '@jest/globals';
import { HeapTrimmer } from './heap-trimmer.js';

/** A heap in bytes. The test decides when its later work is done. */
function heapOf(occupied: number) {
  const [planned, quiet]: (() => void)[][] = [[], []];
  const heap = {
    occupied,
    live: occupied,
    fresh: 0,
    collections: 0,
    spaces: () => [
      { space_name: 'new_space', space_size: heap.fresh },
      { space_name: 'old_space', space_size: heap.occupied },
    ],
    collect: () => {
      heap.collections += 1;
      heap.occupied = heap.live;
    },
    releases: 0,
    release: () => {
      heap.releases += 1;
      heap.occupied = heap.live;
      heap.fresh = 0;
    },
    later: (run: () => void) => void planned?.push(run),
    muchLater: (run: () => void) => void quiet?.push(run),
    settle: () => planned?.splice(0).forEach((run) => run()),
    wait: () => quiet?.splice(0).forEach((run) => run()),
  };
  return heap;
}

describe('HeapTrimmer', () => {
  it('collects once the heap has grown by so much, after the work', () => {
    const heap = heapOf(10);
    const trimmer = new HeapTrimmer(heap, 32);
    heap.fresh = 100;
    heap.occupied = 41;
    trimmer.worked();
    heap.settle();
    expect(heap.collections).toBe(0);
    heap.occupied = 42;
    trimmer.worked();
    trimmer.worked();
    expect(heap.collections).toBe(0);
    heap.settle();
    expect([heap.collections, heap.occupied]).toEqual([1, 10]);
  });

  it('does not collect again and again what is kept', () => {
    const heap = heapOf(10);
    const trimmer = new HeapTrimmer(heap, 32);
    heap.live = heap.occupied = 50;
    for (let times = 0; times < 3; times += 1) {
      trimmer.worked();
      heap.settle();
    }
    expect(heap.collections).toBe(1);
    heap.occupied = 82;
    trimmer.worked();
    heap.settle();
    expect(heap.collections).toBe(2);
  });

  it('takes what is given back later for what is kept', () => {
    const heap = heapOf(10);
    const trimmer = new HeapTrimmer(heap, 32);
    heap.live = heap.occupied = 50;
    trimmer.trim();
    heap.live = heap.occupied = 10;
    heap.settle();
    heap.occupied = 42;
    trimmer.trim();
    expect(heap.collections).toBe(2);
  });

  it('gives memory back once, when nothing was done for a while after large work', () => {
    const heap = heapOf(10);
    const trimmer = new HeapTrimmer(heap, 32);
    trimmer.worked();
    heap.settle();
    heap.wait();
    expect(heap.releases).toBe(0);
    heap.fresh = 100; // the engine keeps the room of new objects
    trimmer.worked();
    heap.settle();
    trimmer.worked();
    heap.wait();
    expect(heap.releases).toBe(0);
    heap.settle();
    heap.wait();
    heap.wait();
    expect([heap.releases, heap.fresh]).toEqual([1, 0]);
    trimmer.worked();
    heap.settle();
    heap.wait();
    expect(heap.releases).toBe(1);
  });
});
