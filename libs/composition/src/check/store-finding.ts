import type { Finding } from '@cairn/kernel';

/** Something that is wrong in the stores, and what became of it. */
export interface StoreFinding extends Finding {
  readonly outcome: 'found' | 'repaired' | 'left';
}
