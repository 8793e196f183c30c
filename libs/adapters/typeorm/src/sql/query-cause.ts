/** What the database itself said: the error around it repeats every value of the statement, which no log should. */
export function causeOf(error: unknown): unknown {
  const isQueryFailed = error instanceof Error && error.name === 'QueryFailedError' && 'driverError' in error;
  return isQueryFailed ? error.driverError : error;
}

/** The code of an error, of this JavaScript realm or another; `''` where it has none. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** What an error says, of this JavaScript realm or another; `''` where it says nothing. */
export function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
}
