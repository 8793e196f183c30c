import { type Fault, InvalidInput } from '@cairn/kernel';
import type { MemberPath } from '@cairn/spaces';

/**
 * What readers of a layer may look at: its ids, places, and the properties that it shows. Whoever could filter, sort or
 * count by another property would find out what it is.
 */
export class ShownMembers {
  constructor(private readonly properties: ReadonlySet<string>) {}

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
    return path.length === 1
      ? first === 'id'
      : path.length === 2 && first === 'geometry' && second === 'type';
  }
}
