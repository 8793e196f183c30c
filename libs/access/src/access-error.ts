import type * as errors from './errors.js';

/** Every error of this domain. A `Record` keyed by its `code` does not compile if one is missing. */
export type AccessError = InstanceType<(typeof errors)[keyof typeof errors]>;
