import type { SpaceNotFound } from '@cairn/spaces';
import type * as errors from './errors.js';

/** Every error of this domain; a table keyed by their `code` is complete or does not compile. */
export type PhotoPlaceError = InstanceType<(typeof errors)[keyof typeof errors]> | SpaceNotFound;
