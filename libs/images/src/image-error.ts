import type * as errors from './errors.js';
import type * as transformErrors from './transforms/errors.js';

/** Every error of this domain; a table keyed by their `code` is complete or does not compile. */
export type ImageError =
  | InstanceType<(typeof errors)[keyof typeof errors]>
  | InstanceType<(typeof transformErrors)[keyof typeof transformErrors]>;
