/** The database server lacks something that this adapter requires. */
export class UnsuitableServer extends Error {
  override readonly name = 'UnsuitableServer';
}
