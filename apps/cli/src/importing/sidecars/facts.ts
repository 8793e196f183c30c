import type { XmpFacts } from '@cairn/image-structure';

/** The facts about an image from a file beside it or from its folder. */
export type Facts = XmpFacts;
