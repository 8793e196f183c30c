/** The reason why one thing cannot be read or stored. Later things are not affected. */
export class Refused extends Error {
  override readonly name = 'Refused';
}
