/** How far a backup, a restore or a check is. */
export interface BackupProgress {
  readonly phase: 'database' | 'blobs' | 'checking';
  /** Blobs, files or steps. */
  readonly done: number;
  readonly total?: number | undefined;
}
