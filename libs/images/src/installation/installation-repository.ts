/** The installation that a database belongs to. */
export abstract class InstallationRepository {
  /** Its identifier. */
  abstract find(): Promise<string | undefined>;

  /**
   * Stores `id` durably if there is none; it never changes then. Returns the stored one, which is the same for all concurrent
   * callers.
   */
  abstract claim(id: string): Promise<string>;

  /**
   * If the database is a copy whose original may be running: when it was restored from a backup, in epoch milliseconds.
   */
  abstract restoredAt(): Promise<number | undefined>;

  /**
   * Marks the database as a copy that was restored at this time. Does nothing to a database without an installation.
   */
  abstract markRestored(at: number): Promise<void>;

  /**
   * Makes a copy take the place of its original. Returns whether it was a copy: `true` for only one of concurrent
   * callers.
   */
  abstract promote(): Promise<boolean>;
}
