import { DomainError } from './domain-error.js';

/** How many faults an error lists one by one. */
export const MAX_FAULTS = 100;

/** One thing wrong with an input; `pointer` is a JSON Pointer (RFC 6901) to it. */
export interface Fault {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

/** An input breaks one or more rules. Of any number of faults only the first 100 are held. */
export class InvalidInput extends DomainError {
  readonly code = 'invalid-input';
  readonly listed: readonly Fault[];
  /** How many faults there are besides the listed ones. */
  readonly unlisted: number;

  constructor(faults: Iterable<Fault>, unlisted = 0) {
    const { listed, rest } = split(faults);
    const details = told(listed, rest + unlisted).map(({ detail }) => detail);
    super([...new Set(details)].join(' ')); // each sentence once, however often it applies
    this.listed = listed;
    this.unlisted = rest + unlisted;
  }

  static of(code: string, detail: string): InvalidInput {
    return new InvalidInput([{ pointer: '', code, detail }]);
  }

  /** @throws {InvalidInput} when there is a fault. */
  static throwIfAny(faults: Iterable<Fault>, unlisted = 0): void {
    const { listed, rest } = split(faults);
    if (listed.length > 0) throw new InvalidInput(listed, rest + unlisted);
  }

  /** What to tell: the listed faults and, where there are more, a last one that says how many. */
  get faults(): readonly Fault[] {
    return told(this.listed, this.unlisted);
  }
}

function split(faults: Iterable<Fault>): { readonly listed: readonly Fault[]; readonly rest: number } {
  const listed: Fault[] = [];
  let rest = 0;
  for (const fault of faults) {
    if (listed.length < MAX_FAULTS) listed.push(fault);
    else rest += 1;
  }
  return { listed, rest };
}

function told(listed: readonly Fault[], unlisted: number): readonly Fault[] {
  if (unlisted === 0) return listed;
  return [...listed, { pointer: '', code: 'more-faults', detail: `… and ${unlisted} more.` }];
}

type Parsers = Readonly<Record<string, () => unknown>>;
type Parsed<P extends Parsers> = { readonly [Name in keyof P]: ReturnType<P[Name]> };

/**
 * Runs every parser and gives their results by name.
 * @throws {InvalidInput} with the faults of all of them, each pointer under `/name`.
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
