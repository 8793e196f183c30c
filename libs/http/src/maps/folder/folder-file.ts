/** A file of a folder that is sent as a ZIP file. */
export interface FolderFile {
  /** Its path within the folder, with `/`. */
  readonly name: string;
  readonly bytes: string | AsyncIterable<Uint8Array | string>;
}
