import { type Fault, InvalidInput } from '@cairn/kernel';
import type { MemberPath } from '@cairn/spaces';

/** What every feature has that is shown by itself. */
export const ALWAYS_SHOWN: readonly MemberPath[] = [['id'], ['geometry', 'type']];

/**
 * What readers of a layer may look at: ids, places, and the properties that it shows; of a layer that shows only cells, only
 * these. Whoever could filter, sort or count by another member would find out what it is.
 */
export class ShownMembers {
  constructor(
    private readonly properties: ReadonlySet<string>,
    private readonly others: readonly MemberPath[],
  ) {}

  /** By name of the parameter, the members that it looks at. @throws {InvalidInput} for those that are not shown. */
  assertAll(asked: Readonly<Record<string, readonly MemberPath[]>>): void {
    InvalidInput.throwIfAny(
      Object.entries(asked).flatMap(([name, paths]): readonly Fault[] =>
        paths.every((path) => this.isShown(path))
          ? []
          : [
              {
                pointer: `/${name}`,
                code: 'not-shown',
                detail: 'Only properties that the layer shows can be asked for.',
              },
            ],
      ),
    );
  }

  private isShown(path: MemberPath): boolean {
    const [first, second] = path;
    if (first === 'properties') return second !== undefined && this.properties.has(second);
    return this.others.some(
      (other) => other.length === path.length && other.every((name, index) => name === path[index]),
    );
  }
}
