/** A binary heap: no item comes before its first one. */
export class Heap<T extends object> {
  private readonly items: T[];

  /** @param compare Below 0 where `one` comes before `other`. */
  constructor(
    private readonly compare: (one: T, other: T) => number,
    items: Iterable<T> = [],
  ) {
    this.items = [...items];
    for (let index = this.items.length >> 1; index >= 0; index -= 1) {
      const item = this.items[index];
      if (item !== undefined) this.sink(item, index);
    }
  }

  get size(): number {
    return this.items.length;
  }

  get first(): T | undefined {
    return this.items[0];
  }

  add(item: T): void {
    let index = this.items.length;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = this.items[parent];
      if (above === undefined || this.compare(item, above) >= 0) break;
      this.items[index] = above;
      index = parent;
    }
    this.items[index] = item;
  }

  replaceFirst(item: T): void {
    this.sink(item, 0);
  }

  takeFirst(): T | undefined {
    const [first] = this.items;
    const last = this.items.pop();
    if (last !== undefined && this.items.length > 0) this.sink(last, 0);
    return first;
  }

  /** In no order. */
  [Symbol.iterator](): Iterator<T> {
    return this.items[Symbol.iterator]();
  }

  /** Puts the item at `start`, or as far below as others come before it. */
  private sink(item: T, start: number): void {
    let index = start;
    for (;;) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      const [one, other] = [this.items[left], this.items[right]];
      const isRight = one !== undefined && other !== undefined && this.compare(other, one) < 0;
      const child = isRight ? other : one;
      if (child === undefined || this.compare(item, child) <= 0) break;
      this.items[index] = child;
      index = isRight ? right : left;
    }
    this.items[index] = item;
  }
}
