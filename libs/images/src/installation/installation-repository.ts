/** The installation that a database belongs to. */
export abstract class InstallationRepository {
  /** Its identifier. */
  abstract find(): Promise<string | undefined>;

  /**
   * Stores `id` durably if there is none; it never changes then. Returns the stored one, which is the same for all concurrent
   * callers.
   */
  abstract claim(id: string): Promise<string>;

  /** When the database was restored from a backup, in epoch milliseconds, if it is a copy: its original may be running. */
  abstract restoredAt(): Promise<number | undefined>;

  /** Makes the database a copy that was restored at this time. Does nothing to a database of no installation. */
  abstract markRestored(at: number): Promise<void>;

  /** Has a copy take the place of its original. Returns whether it was one; of concurrent callers, to one of them. */
  abstract promote(): Promise<boolean>;
}
