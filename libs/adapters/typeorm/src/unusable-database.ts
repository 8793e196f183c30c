/** The database was last used by a later version. */
export class NewerSchema extends Error {
  override readonly name = 'NewerSchema';

  constructor(
    readonly database: string,
    readonly migrations: readonly string[],
  ) {
    super(
      `The database ${database} was written by a newer version: this one does not know ${migrations.join(', ')}. ` +
        'Start the newer version, or restore a backup made before it.',
    );
  }
}

/** The database was last used by a version whose tables this one cannot bring up to date. */
export class OlderSchema extends Error {
  override readonly name = 'OlderSchema';

  constructor(
    readonly database: string,
    /** The migrations that it lacks. */
    readonly missing: readonly string[],
  ) {
    super(
      `The database ${database} is too old for this version: it lacks ${missing.join(', ')}. ` +
        'Start a build that still has these migrations once, then this one. Nothing was changed.',
    );
  }
}

/** The tables were not brought up to date, and opening the database was not to do it. */
export class NotMigrated extends Error {
  override readonly name = 'NotMigrated';

  constructor(
    readonly database: string,
    /** The migrations that it lacks. */
    readonly missing: readonly string[],
  ) {
    super(
      `The tables of the database ${database} are not those of this version: they lack ${missing.join(', ')}. ` +
        'Start its server once, or on PostgreSQL run the SQL of `schemaSql()`, which `cairn schema --sql` prints.',
    );
  }
}

/** The database server lacks something that this adapter requires. */
export class UnsuitableServer extends Error {
  override readonly name = 'UnsuitableServer';
}
