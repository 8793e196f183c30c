import { DomainError, InvalidInput } from '@cairn/kernel';
import { InvalidSettings, reasonOf, type Environment } from '@cairn/server/settings';
import type { ExitCode } from './command.js';
import { UsageError } from './usage-error.js';

/** What is said of an error, and what the process ends with. */
export interface Failure {
  readonly message: string;
  readonly exitCode: ExitCode;
}

/** Explains why a command failed. */
export function failureOf(error: unknown, environment: Environment): Failure {
  if (isUsage(error)) return { message: error.message, exitCode: 2 };
  if (isInUse(error))
    return {
      message: `${messageOf(error)} Commands that take --url can work through its server instead, such as --url http://127.0.0.1:8080, with a key in CAIRN_KEY.`,
      exitCode: 1,
    };
  const isOwn = error instanceof DomainError && !error.code.startsWith('storage-');
  return { message: isOwn ? error.message : reasonOf(error, environment), exitCode: 1 };
}

function isUsage(error: unknown): error is Error {
  const isOwn =
    error instanceof UsageError || error instanceof InvalidSettings || error instanceof InvalidInput;
  return isOwn || (error instanceof Error && error.name === 'CACError');
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether another process has the SQLite file open. By name: its class is part of an adapter. */
function isInUse(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && cause.name === 'DatabaseInUse';
}
