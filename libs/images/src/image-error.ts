import type * as errors from './errors.js';
import type * as transformErrors from './transforms/errors.js';

/** Every error of this domain. A table keyed by their `code` does not compile if one is missing. */
export type ImageError =
  | InstanceType<(typeof errors)[keyof typeof errors]>
  | InstanceType<(typeof transformErrors)[keyof typeof transformErrors]>;
