/** Makes identifiers nobody can guess or repeat. */
export abstract class IdGenerator {
  /** `length` characters, each drawn evenly and unguessably from `0-9A-Za-z` (5.95 bits a character). */
  abstract next(length: number): string;
}
