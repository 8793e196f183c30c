import { Refused } from '../../transfer/refused.js';

/** A file that may be imported. */
export interface SourceFile {
  /** From the root of the source, its folders separated by `/`. That of a folder that is not read ends with `/`. */
  readonly name: string;
  readonly sizeInBytes: number;
  /** Why it is not read, if it is not. */
  readonly refused?: string | undefined;
  /** Why it is left out, if it is nothing that has bytes of its own. */
  readonly ignored?: string | undefined;
  open(): Promise<AsyncIterable<Uint8Array>>;
}

/** Where files come from. */
export interface ImportSource {
  /** In a stable order. Of hidden files and folders the topmost is told of. */
  list(): AsyncIterable<SourceFile>;
  close(): Promise<void>;
}

export const HIDDEN = 'It is hidden.';

const HIDDEN_NAME = /^(?:\.(?!\.?$).*|__MACOSX|@eaDir|Thumbs\.db|desktop\.ini)$/i;

/** Whether a file is hidden, or in a hidden folder: file managers and other services keep their own there. */
export const isHidden = (name: string): boolean => hiddenPart(name) !== undefined;

/** What of the way to a file is hidden: the file itself, or the topmost hidden folder, which ends with `/`. */
export function hiddenPart(name: string): string | undefined {
  const parts = name.split('/');
  const at = parts.findIndex((part) => HIDDEN_NAME.test(part));
  if (at < 0) return undefined;
  return parts.slice(0, at + 1).join('/') + (at === parts.length - 1 ? '' : '/');
}

/** Something that is told of, but not read. */
export const leftOut = (name: string, ignored: string): SourceFile => ({
  name,
  sizeInBytes: 0,
  ignored,
  open: () => Promise.reject(new Refused(ignored)),
});

/**
 * The name of a file as archives and buckets have it, without what says nothing of the folders that it is in: a drive,
 * slashes in front, `.` and parts without a name.
 */
export function nameIn(text: string): string {
  const parts = text.replace(/^[a-z]:(?=\/)/i, '').split('/');
  return parts.filter((part) => part !== '' && part !== '.').join('/');
}

/** Why a file with this name is in no folder of the source, if it is not. */
export const faultOfName = (name: string): string | undefined =>
  name.split('/').includes('..') ? 'Its name leads out of its folder: it has `..` in it.' : undefined;

/** What a file that cannot be read is refused with. Its system gives a code, a format says more. */
export function unreadable(error: unknown): Refused {
  if (error instanceof Refused) return error;
  const reason =
    error instanceof Error && 'code' in error && typeof error.code === 'string'
      ? error.code
      : error instanceof Error
        ? error.message
        : String(error);
  return new Refused(`It cannot be read: ${reason}.`, { cause: error });
}
