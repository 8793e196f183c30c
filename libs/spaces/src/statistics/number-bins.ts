import type { Json } from '../json/json.js';
import type { Bin, Histogram } from './analysis-query.js';

/** Holds the numbers of a member, 8 bytes each, until it is known how far they are spread. */
export class NumberBins {
  private numbers = new Float64Array(1_024);
  private count = 0;
  private missing = 0;

  constructor(private readonly bins: number) {}

  offer(member: Json | undefined): void {
    if (typeof member !== 'number' || !Number.isFinite(member)) {
      this.missing += 1;
      return;
    }
    if (this.count === this.numbers.length) {
      const larger = new Float64Array(this.count * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[this.count] = member;
    this.count += 1;
  }

  result(): Histogram {
    const { missing } = this;
    const numbers = this.numbers.subarray(0, this.count);
    let [least, most] = [Infinity, -Infinity];
    for (const number of numbers) [least, most] = [Math.min(least, number), Math.max(most, number)];
    if (numbers.length === 0) return { bins: [], missing };
    const size = least === most ? 1 : this.bins;
    // Of halves, as the width of all doubles is more than a double holds.
    const width = most / size - least / size;
    const counts = new Array<number>(size).fill(0);
    for (const number of numbers) {
      const place = width === 0 ? 0 : Math.min(size - 1, Math.floor(number / width - least / width));
      counts[place] = (counts[place] ?? 0) + 1;
    }
    const edge = (place: number): number => (place === size ? most : least + width * place);
    const bins = counts.map((count, place): Bin => ({ from: edge(place), to: edge(place + 1), count }));
    return { bins, missing };
  }
}
