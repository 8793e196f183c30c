/** An error as plain data, to send it between threads. */
export interface ErrorFacts {
  readonly type: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** Other fields, such as `code`. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly cause: ErrorFacts | undefined;
}

/** Serializes an error. Fields that are not plain data are left out. */
export function factsOf(error: unknown): ErrorFacts {
  if (!(error instanceof Error))
    return { type: 'Error', message: String(error), stack: undefined, fields: {}, cause: undefined };
  const { message, stack, cause } = error;
  const fields = Object.entries(error).filter(([name, value]) => name !== 'cause' && isPlain(value));
  return {
    type: error.constructor.name,
    message,
    stack,
    fields: Object.fromEntries(fields),
    cause: cause === undefined ? undefined : factsOf(cause),
  };
}

function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value !== 'object' || value === null)
    return !['function', 'symbol', 'bigint'].includes(typeof value);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
}
