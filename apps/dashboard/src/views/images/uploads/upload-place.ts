import type { Visibility } from '@cairn/api-schema';

/** Where the image of an upload goes. */
export interface UploadPlace {
  readonly path: string;
  readonly tags: readonly string[];
  /** Absent for the default of the folder. */
  readonly visibility?: Visibility | undefined;
  /** The album that it is put in besides. */
  readonly album?: AlbumPlace | undefined;
}

export interface AlbumPlace {
  readonly id: string;
  /**
   * Whether it is sent to the album itself, by somebody who may add to it and to no folder. It then lies in the top folder
   * of its owner.
   */
  readonly isOnly: boolean;
}
