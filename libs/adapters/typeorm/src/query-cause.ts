import { QueryFailedError } from 'typeorm';

/** What the database itself said: the error around it repeats every value of the statement, which no log should. */
export function causeOf(error: unknown): unknown {
  return error instanceof QueryFailedError ? error.driverError : error;
}
