import { HttpError } from '../../errors/http-error.js';

/** A body has more than is taken at once. */
export class BodyTooLarge extends HttpError {
  /** @param fact Such as `The body is larger than 1048576 bytes`. */
  constructor(
    readonly fact: string,
    advice = 'send it in parts',
  ) {
    super({ status: 413, code: 'body-too-large', detail: `${fact}; ${advice}.` });
  }
}
