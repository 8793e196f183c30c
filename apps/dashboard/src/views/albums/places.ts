/** Where images go: a step, or a gap between the images as they are, 0 before the first one. */
export type Target = 'left' | 'right' | 'front' | number;

interface Known {
  readonly id: string;
}

/** Things of a list that move, those that stay, and how many of these are before the ones that have moved. */
export interface Move<T extends Known> {
  readonly moving: readonly T[];
  readonly others: readonly T[];
  readonly at: number;
}

/** How some things of a list move: together, in their order. */
export function moveTo<T extends Known>(items: readonly T[], ids: ReadonlySet<string>, to: Target): Move<T> {
  const moving = items.filter(({ id }) => ids.has(id));
  const others = items.filter(({ id }) => !ids.has(id));
  const othersBefore = (gap: number) => items.slice(0, gap).filter(({ id }) => !ids.has(id)).length;
  const isMoving = ({ id }: Known) => ids.has(id);
  const places = {
    front: 0,
    left: Math.max(0, othersBefore(items.findIndex(isMoving)) - 1),
    right: Math.min(others.length, othersBefore(items.findLastIndex(isMoving)) + 1),
  };
  return { moving, others, at: typeof to === 'number' ? othersBefore(to) : places[to] };
}

/** The list once they have moved. */
export function moved<T extends Known>({ moving, others, at }: Move<T>): readonly T[] {
  return [...others.slice(0, at), ...moving, ...others.slice(at)];
}
