/** The database's own error: TypeORM's wrapper repeats every value of the statement, which must not be logged. */
export function causeOf(error: unknown): unknown {
  const isQueryFailed = error instanceof Error && error.name === 'QueryFailedError' && 'driverError' in error;
  return isQueryFailed ? error.driverError : error;
}

/** The code of an error from any JavaScript realm; `''` if it has none. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** The message of an error from any JavaScript realm; `''` if it has none. */
export function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
}
