import { Refused } from '../../transfer/refused.js';

/** A file that may be imported. */
export interface SourceFile {
  /**
   * Relative to the root of the source, with folders separated by `/`. The name of a folder that is not read ends with
   * `/`.
   */
  readonly name: string;
  readonly sizeInBytes: number;
  /** Why the file cannot be read; `undefined` if it can. */
  readonly refused?: string | undefined;
  /** Why the file is left out because it has no bytes of its own; `undefined` otherwise. */
  readonly ignored?: string | undefined;
  open(): Promise<AsyncIterable<Uint8Array>>;
}

/** A source of files. */
export interface ImportSource {
  /** The files in a stable order. Of hidden files and folders, only the topmost is listed. */
  list(): AsyncIterable<SourceFile>;
  close(): Promise<void>;
}

export const HIDDEN = 'It is hidden.';

const HIDDEN_NAME = /^(?:\.(?!\.?$).*|__MACOSX|@eaDir|Thumbs\.db|desktop\.ini)$/i;

/** Whether a file is hidden, or in a hidden folder. File managers and other services keep private data there. */
export const isHidden = (name: string): boolean => hiddenPart(name) !== undefined;

/** The hidden part of a path: the file itself, or the topmost hidden folder, which ends with `/`. */
export function hiddenPart(name: string): string | undefined {
  const parts = name.split('/');
  const at = parts.findIndex((part) => HIDDEN_NAME.test(part));
  if (at < 0) return undefined;
  return parts.slice(0, at + 1).join('/') + (at === parts.length - 1 ? '' : '/');
}

/** A file that is reported but not read. */
export const leftOut = (name: string, ignored: string): SourceFile => ({
  name,
  sizeInBytes: 0,
  ignored,
  open: () => Promise.reject(new Refused(ignored)),
});

/**
 * The name of a file in the notation of archives and buckets, without parts that name no folder: a drive, leading
 * slashes, `.` and empty parts.
 */
export function nameIn(text: string): string {
  const parts = text.replace(/^[a-z]:(?=\/)/i, '').split('/');
  return parts.filter((part) => part !== '' && part !== '.').join('/');
}

/** Why a file with this name is outside of the source; `undefined` if it is inside. */
export const faultOfName = (name: string): string | undefined =>
  name.split('/').includes('..') ? 'Its name leads out of its folder: it has `..` in it.' : undefined;

/** The reason for refusing a file that cannot be read: a code of the operating system, or the message of a format. */
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
