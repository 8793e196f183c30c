import type { Json } from '../json/json.js';
import { compareMembers } from '../features/ranking/feature-sort.js';
import { type Groups, MAX_GROUPS, type ValueCount } from './analysis-query.js';

/** Longer texts are not told apart, so that many of them take little memory. */
const MAX_TEXT_LENGTH = 1_024;

/** Counts the values of a member. */
export class ValueGroups {
  private readonly counts = new Map<ValueCount['value'], number>();
  private missing = 0;
  private untold = 0;

  constructor(private readonly top: number) {}

  offer(member: Json | undefined): void {
    if (typeof member !== 'string' && typeof member !== 'number' && typeof member !== 'boolean') {
      this.missing += 1;
      return;
    }
    const known = this.counts.get(member);
    const isTold = this.counts.size < MAX_GROUPS && !(typeof member === 'string' && isLong(member));
    if (known !== undefined || isTold) this.counts.set(member, (known ?? 0) + 1);
    else this.untold += 1;
  }

  result(): Groups {
    const all = [...this.counts].map(([value, count]): ValueCount => ({ value, count }));
    all.sort((one, other) => other.count - one.count || compareMembers(one.value, other.value, 'ascending'));
    const others = all.slice(this.top).reduce((sum, { count }) => sum + count, this.untold);
    return {
      top: all.slice(0, this.top),
      others,
      missing: this.missing,
      distinct: all.length,
      isExact: this.untold === 0,
    };
  }
}

const isLong = (text: string): boolean => text.length > MAX_TEXT_LENGTH;
