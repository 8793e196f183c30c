/** The program of maps that are exported as a folder, which is built with the dashboard. */
export interface MapProgram {
  /** The file that the page loads, by its name in the folder. */
  readonly script: string;
  /** All its files: where each lies on disk, by its name in the folder. */
  readonly files: ReadonlyMap<string, string>;
}
