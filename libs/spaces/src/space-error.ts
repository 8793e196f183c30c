import type * as errors from './errors.js';
import type * as formatErrors from './formats/format-errors.js';

/** Every error of this domain; a table keyed by their `code` is complete or does not compile. */
export type SpaceError = InstanceType<
  (typeof errors)[keyof typeof errors] | (typeof formatErrors)[keyof typeof formatErrors]
>;
