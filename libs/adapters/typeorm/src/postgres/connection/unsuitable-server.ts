/** The database server is one that this software cannot keep its promises on. */
export class UnsuitableServer extends Error {
  override readonly name = 'UnsuitableServer';
}
