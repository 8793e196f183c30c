import { HIDDEN, type SourceFile } from './sources/source.js';

/** A file that is not imported, as it is nothing that could be. */
export interface LeftOut {
  readonly name: string;
  readonly reason: string;
  /** What such files are counted under, where there may be many. */
  readonly kind?: string | undefined;
}

/** Of a file that its source gives no bytes of. */
export const leftOutBySource = ({ name }: SourceFile, reason: string): LeftOut => ({
  name,
  reason,
  ...(reason === HIDDEN && { kind: 'hidden' }),
});

/** Of a file that is no image, and nothing else that is imported, by its name. */
export function leftOutByEnding({ name }: SourceFile): LeftOut {
  const base = name.slice(name.lastIndexOf('/') + 1);
  const ending = /[^.](\.[^.]{1,20})$/.exec(base)?.[1]?.toLowerCase();
  return ending === undefined
    ? { name, reason: 'Its name has no ending that says what it is.', kind: 'without an ending' }
    : { name, reason: `Files that end with ${ending} are not imported.`, kind: ending };
}

/** Of a file that would belong to an image or a space. */
export const leftOutAlone = ({ name }: SourceFile): LeftOut => ({
  name,
  reason: 'It lies beside no image and no space that it would tell of.',
  kind: 'beside nothing',
});
