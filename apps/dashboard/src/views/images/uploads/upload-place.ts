import type { Visibility } from '@cairn/api-schema';

/** Where the image of an upload goes. */
export interface UploadPlace {
  readonly path: string;
  readonly tags: readonly string[];
  /** Absent for the default of the folder. */
  readonly visibility?: Visibility | undefined;
}
