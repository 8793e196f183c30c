import type { ColorEntry } from '@cairn/map-style';
import { pickedValues, rangeOf, withRange, withToggled, type Condition, type Member } from './conditions.ts';

/** The conditions after an entry of a legend is clicked: its features are selected, or are so no more. */
export function withEntry(
  conditions: readonly Condition[],
  property: string,
  entry: Pick<ColorEntry, 'value' | 'from' | 'to'>,
): readonly Condition[] {
  const member: Member = `p.${property}`;
  if (entry.value !== undefined) return withToggled(conditions, member, String(entry.value));
  return withRange(conditions, member, isPickedEntry(conditions, property, entry) ? {} : rangeIn(entry));
}

/** Whether the conditions select the features of an entry. */
export function isPickedEntry(
  conditions: readonly Condition[],
  property: string,
  entry: Pick<ColorEntry, 'value' | 'from' | 'to'>,
): boolean {
  const member: Member = `p.${property}`;
  if (entry.value !== undefined) return pickedValues(conditions, member).includes(String(entry.value));
  const [given, own] = [rangeOf(conditions, member), rangeIn(entry)];
  const isOpen = own.from === undefined && own.below === undefined;
  return !isOpen && given.from === own.from && given.below === own.below;
}

function rangeIn({ from, to }: Pick<ColorEntry, 'from' | 'to'>) {
  const text = (number: number | undefined): string | undefined => (number === undefined ? undefined : String(number)); // prettier-ignore
  return { from: text(from), below: text(to) };
}
