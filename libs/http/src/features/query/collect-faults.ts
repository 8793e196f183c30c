import { InvalidInput, type Fault } from '@cairn/kernel';

type Readers = Readonly<Record<string, () => unknown>>;
type Read<R extends Readers> = { readonly [Name in keyof R]: ReturnType<R[Name]> };

/**
 * Runs every reader of a part of the query, and returns the results by name.
 * @throws {InvalidInput} with the faults of all. A fault without a pointer gets the name of its reader.
 */
export function collectFaults<R extends Readers>(readers: R): Read<R>;
export function collectFaults(readers: Readers): Readonly<Record<string, unknown>> {
  const faults: Fault[] = [];
  const read = Object.entries(readers).map(([name, reader]): [string, unknown] => {
    try {
      return [name, reader()];
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      for (const fault of error.listed)
        faults.push(fault.pointer === '' ? { ...fault, pointer: `/${name}` } : fault);
      return [name, undefined];
    }
  });
  InvalidInput.throwIfAny(faults);
  return Object.fromEntries(read);
}
