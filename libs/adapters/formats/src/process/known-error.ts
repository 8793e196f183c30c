import { DomainError } from '@cairn/kernel';
import { UnreadableFile } from '@cairn/spaces';

/** Domain errors as they are. A library that met what it did not expect has mostly met a broken file. */
export function knownError(error: unknown): unknown {
  if (error instanceof DomainError || isOfSystem(error)) return error;
  return new UnreadableFile(
    `The file cannot be read (${error instanceof Error ? error.message : 'unknown'}).`,
    {
      cause: error,
    },
  );
}

/** Whether the disk is full, or the like. */
const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;
