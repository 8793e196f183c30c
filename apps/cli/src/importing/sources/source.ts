/** A file that may be imported. */
export interface SourceFile {
  /** From the root of the source, its folders separated by `/`. That of a folder that cannot be read ends with `/`. */
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
  /** In a stable order. Hidden files are left out. */
  list(): AsyncIterable<SourceFile>;
  close(): Promise<void>;
}

const HIDDEN = /^(?:\..*|__MACOSX|@eaDir|Thumbs\.db|desktop\.ini)$/i;

/** Whether a file is hidden, or in a hidden folder: file managers and other services keep their own there. */
export const isHidden = (name: string): boolean => name.split('/').some((part) => HIDDEN.test(part));
