import { DomainError } from './domain-error.js';

/** One thing wrong with an input; `pointer` is a JSON Pointer (RFC 6901) to it. */
export interface Fault {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

/** An input breaks one or more rules; `faults` names each of them. */
export class InvalidInput extends DomainError {
  readonly code = 'invalid-input';

  constructor(readonly faults: readonly Fault[]) {
    super(faults.map((fault) => fault.detail).join(' '));
  }

  static of(code: string, detail: string): InvalidInput {
    return new InvalidInput([{ pointer: '', code, detail }]);
  }
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
  const parsed = Object.entries(parsers).map(([name, parse]): [string, unknown] => {
    try {
      return [name, parse()];
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      faults.push(...error.faults.map((fault) => ({ ...fault, pointer: `/${name}${fault.pointer}` })));
      return [name, undefined];
    }
  });
  if (faults.length > 0) throw new InvalidInput(faults);
  return Object.fromEntries(parsed);
}
