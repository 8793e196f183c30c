/** Something in a database that contradicts something else in it. */
export interface Finding {
  /** The name of the rule that is broken. */
  readonly check: string;
  /** What it is about: an owner, or the identifier of an image, a space or a feature. */
  readonly subject: string;
  readonly problem: string;
  /** What a repair does; absent where only a person can tell what is right. */
  readonly remedy?: string | undefined;
}

/** `repair` locks a SQLite file. `read` changes nothing, and does not migrate. */
export type CheckupMode = 'read' | 'repair';
