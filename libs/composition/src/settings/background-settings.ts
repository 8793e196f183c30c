export interface SweepSettings {
  /** Hourly by default. */
  readonly everyMs?: number | undefined;
  /** Age from which blobs without a record are quarantined; an hour by default. */
  readonly graceMs?: number | undefined;
  /** How long they stay there before they are deleted; 7 days by default. */
  readonly quarantineMs?: number | undefined;
}

/** Scheduled backups. */
export interface BackupSettings {
  /** Where they are kept. */
  readonly folder: string;
  /** Time from the beginning of one to that of the next. */
  readonly everyMs: number;
  /** For how many days snapshots are kept; the latest one always is. All are, by default. */
  readonly keepDays?: number | undefined;
}
