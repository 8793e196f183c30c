import { DomainError } from './domain-error.js';

/** The maximum number of faults that an error lists. */
export const MAX_FAULTS = 100;

/** One fault of an input. `pointer` is a JSON Pointer (RFC 6901) to the invalid value. */
export interface Fault {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

/** An input breaks one or more rules. Keeps the first 100 faults and the number of the others. */
export class InvalidInput extends DomainError {
  readonly code = 'invalid-input';
  readonly listed: readonly Fault[];
  /** The number of faults that are not in `listed`. */
  readonly unlisted: number;

  constructor(faults: Iterable<Fault>, unlisted = 0) {
    const { listed, excess } = split(faults);
    const details = withExcess(listed, excess + unlisted).map(({ detail }) => detail);
    super([...new Set(details)].join(' ')); // without repeated sentences
    this.listed = listed;
    this.unlisted = excess + unlisted;
  }

  /** @param pointer Set it if only one value is at fault. */
  static of(code: string, detail: string, pointer = ''): InvalidInput {
    return new InvalidInput([{ pointer, code, detail }]);
  }

  /** @throws {InvalidInput} if there is at least one fault. */
  static throwIfAny(faults: Iterable<Fault>, unlisted = 0): void {
    const { listed, excess } = split(faults);
    if (listed.length > 0) throw new InvalidInput(listed, excess + unlisted);
  }

  /** The listed faults. If there are more, a last entry gives their number. */
  get faults(): readonly Fault[] {
    return withExcess(this.listed, this.unlisted);
  }
}

function split(faults: Iterable<Fault>): { readonly listed: readonly Fault[]; readonly excess: number } {
  const listed: Fault[] = [];
  let excess = 0;
  for (const fault of faults) {
    if (listed.length < MAX_FAULTS) listed.push(fault);
    else excess += 1;
  }
  return { listed, excess };
}

function withExcess(listed: readonly Fault[], unlisted: number): readonly Fault[] {
  if (unlisted === 0) return listed;
  return [...listed, { pointer: '', code: 'more-faults', detail: `… and ${unlisted} more.` }];
}

type Parsers = Readonly<Record<string, () => unknown>>;
type Parsed<P extends Parsers> = { readonly [Name in keyof P]: ReturnType<P[Name]> };

/**
 * Runs every parser and returns the results by name.
 * @throws {InvalidInput} with the faults of all parsers, each pointer prefixed with `/name`.
 */
export function parseAll<P extends Parsers>(parsers: P): Parsed<P>;
export function parseAll(parsers: Parsers): Readonly<Record<string, unknown>> {
  const faults: Fault[] = [];
  let unlisted = 0;
  const parsed = Object.entries(parsers).map(([name, parse]): [string, unknown] => {
    try {
      return [name, parse()];
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      for (const fault of error.listed) faults.push({ ...fault, pointer: `/${name}${fault.pointer}` });
      unlisted += error.unlisted;
      return [name, undefined];
    }
  });
  InvalidInput.throwIfAny(faults, unlisted);
  return Object.fromEntries(parsed);
}
