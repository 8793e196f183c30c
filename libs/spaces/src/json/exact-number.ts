/** A number that JavaScript would write differently, as it was written: with 16 or more digits, or with an exponent. */
export class ExactNumber {
  constructor(readonly text: string) {}
}
