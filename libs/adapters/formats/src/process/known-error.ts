import { DomainError } from '@cairn/kernel';
import { UnreadableFile } from '@cairn/spaces';
import { briefReason } from '../features/brief-content.js';

/** Domain errors as they are. A library that met what it did not expect has mostly met a broken file. */
export function knownError(error: unknown): unknown {
  if (error instanceof UnreadableFile) return unreadable(error.reason, error);
  if (error instanceof DomainError || isOfSystem(error)) return error;
  return unreadable(
    `The file cannot be read (${error instanceof Error ? error.message : 'unknown'}).`,
    error,
  );
}

/** Names in files may be as long as they. */
const unreadable = (reason: string, cause: unknown): UnreadableFile =>
  new UnreadableFile(briefReason(reason), { cause });

/** Whether the disk is full, or the like. */
const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;
