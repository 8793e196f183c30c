/** The call cannot be understood. The message says what is expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The options of a call, by their names without dashes, in camel case. */
export class Options {
  constructor(private readonly values: ReadonlyMap<string, readonly (string | boolean)[]>) {}

  isSet(name: string): boolean {
    return this.values.get(name)?.at(-1) === true;
  }

  /** @throws {UsageError} with this reason, if one of these options is given. */
  assertNone(names: readonly string[], reason: string): void {
    const given = names.find((name) => this.values.get(name)?.at(-1) !== undefined);
    if (given !== undefined) throw new UsageError(`--${dashed(given)} ${reason}`);
  }

  /** The last value, if there is one. */
  text(name: string): string | undefined {
    const value = this.values.get(name)?.at(-1);
    return typeof value === 'string' ? value : undefined;
  }

  /** A whole number of at least `min`. @throws {UsageError} */
  number(name: string, min: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    if (Number.isSafeInteger(value) && value >= min) return value;
    throw new UsageError(`--${dashed(name)} must be a whole number from ${min} up, and is ${text}`);
  }

  /** One of these values. @throws {UsageError} */
  oneOf<T extends string>(name: string, values: readonly T[]): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const found = values.find((value) => value === text);
    if (found !== undefined) return found;
    throw new UsageError(`--${dashed(name)} must be one of ${values.join(', ')}, and is ${text}`);
  }
}

const dashed = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
