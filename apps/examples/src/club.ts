/** What each example is opened with. */
export interface ClubSettings {
  /** The club's own PostgreSQL database. Cairn's tables have a schema of their own in it. */
  readonly databaseUrl: string;
  readonly photosFolder: string;
  readonly port: number;
}

/** An example that runs. */
export interface Club {
  close(): Promise<void>;
}
