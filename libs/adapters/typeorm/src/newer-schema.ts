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
