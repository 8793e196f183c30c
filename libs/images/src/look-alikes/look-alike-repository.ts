import type { Page, PageRequest } from '@cairn/kernel';
import type { LookAlikeGroup } from './look-alike-group.js';

/**
 * The pairs of images that look alike. `CatalogRepository` compares each image once with the owner's others, by
 * `likeness`: when `add` or `restore` stores one that is described, and when `describe` gives one other hashes. Pairs go
 * with their images.
 */
export abstract class LookAlikeRepository {
  /**
   * Groups of the owner's images by their newest image, newest first, without the pairs that were dismissed. A page may
   * have fewer than `limit` of them although there are more.
   */
  abstract list(owner: string, page: PageRequest): Promise<Page<LookAlikeGroup>>;

  /** Dismisses the pairs among the given images, at most `MAX_LOOK_ALIKES`. Returns how many were not before. */
  abstract dismiss(owner: string, ids: readonly string[]): Promise<number>;

  /** Undoes `dismiss`. Returns how many pairs were dismissed. */
  abstract recall(owner: string, ids: readonly string[]): Promise<number>;
}
