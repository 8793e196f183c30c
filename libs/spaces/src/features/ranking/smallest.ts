import { Heap } from './heap.js';

/** The smallest of any number of items, up to a limit; it holds no more than those. */
export class Smallest<T extends object> {
  private readonly heap: Heap<T>;

  /** @param compare Below 0 where `one` is smaller than `other`. */
  constructor(
    private readonly limit: number,
    private readonly compare: (one: T, other: T) => number,
  ) {
    this.heap = new Heap((one, other) => compare(other, one));
  }

  /** The greatest kept item, once there are as many as the limit: nothing greater is taken any more. */
  get bound(): T | undefined {
    return this.heap.size >= this.limit ? this.heap.first : undefined;
  }

  /** Returns the item that it displaces, which may be itself. */
  offer(item: T): T | undefined {
    const { bound } = this;
    if (bound === undefined) this.heap.add(item);
    else if (this.compare(item, bound) >= 0) return item;
    else this.heap.replaceFirst(item);
    return bound;
  }

  /** All of them in their order; each is looked for when it is asked for. */
  *inOrder(): Generator<T, void, undefined> {
    const ascending = new Heap(this.compare, this.heap);
    for (let next = ascending.takeFirst(); next !== undefined; next = ascending.takeFirst()) yield next;
  }
}
