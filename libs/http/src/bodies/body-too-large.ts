import { HttpError } from '../messages/http-error.js';

/** A body exceeds the limit for a single request. */
export class BodyTooLarge extends HttpError {
  /** @param fact Such as `The body is larger than 1048576 bytes`. */
  constructor(
    readonly fact: string,
    advice = 'send it in parts',
  ) {
    super({ status: 413, code: 'body-too-large', detail: `${fact}; ${advice}.` });
  }
}
