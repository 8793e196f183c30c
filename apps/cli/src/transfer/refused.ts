/** Why something cannot be read or stored, which says nothing of what comes next. */
export class Refused extends Error {
  override readonly name = 'Refused';
}
