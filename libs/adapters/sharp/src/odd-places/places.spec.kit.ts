import type { Bases } from './bases.spec.kit.js';

/** Places in files, each with a file that has the marker there. */
export type Places = Readonly<Record<string, (bases: Bases) => Buffer>>;
