import type * as errors from './errors.js';

/** Every error of this domain. A table keyed by their `code` does not compile if one is missing. */
export type MapError = InstanceType<(typeof errors)[keyof typeof errors]>;
