import { HIDDEN, type SourceFile } from './sources/source.js';

/** A file that is not imported, because an import cannot use it. */
export interface LeftOut {
  readonly name: string;
  readonly reason: string;
  /** The group under which such files are counted, if there may be many. */
  readonly kind?: string | undefined;
}

/** For a file without readable bytes. */
export const leftOutBySource = ({ name }: SourceFile, reason: string): LeftOut => ({
  name,
  reason,
  ...(reason === HIDDEN && { kind: 'hidden' }),
});

/** For a file that, by its name, is neither an image nor anything else that can be imported. */
export function leftOutByEnding({ name }: SourceFile): LeftOut {
  const base = name.slice(name.lastIndexOf('/') + 1);
  const ending = /[^.](\.[^.]{1,20})$/.exec(base)?.[1]?.toLowerCase();
  return ending === undefined
    ? { name, reason: 'Its name has no ending that says what it is.', kind: 'without an ending' }
    : { name, reason: `Files that end with ${ending} are not imported.`, kind: ending };
}

/** For a sidecar without an image or a space. */
export const leftOutAlone = ({ name }: SourceFile): LeftOut => ({
  name,
  reason: 'It lies beside no image and no space that it would tell of.',
  kind: 'beside nothing',
});
