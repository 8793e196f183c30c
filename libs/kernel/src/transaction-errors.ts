/** What cannot be done inside a transaction of an application: searches, uploads and whatever needs a connection of its own. */
export class NotInTransaction extends Error {
  override readonly name = 'NotInTransaction';

  constructor(what = 'This') {
    super(`${what} cannot be done inside a transaction of the application: do it outside of it.`);
  }
}

/** The transaction of an application collided with another one, and is to be rolled back and repeated as a whole. */
export class TransactionConflict extends Error {
  override readonly name = 'TransactionConflict';

  constructor(options?: ErrorOptions) {
    super('The transaction collided with another one: roll it back, and repeat it.', options);
  }
}
