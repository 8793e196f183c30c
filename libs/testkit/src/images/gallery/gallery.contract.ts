import type { CatalogRepository } from '@cairn/images/spi';
import type { Contract } from '../../contract.js';
import { galleryAddedByRules } from './gallery-added-by.rules.js';
import { galleryChangeRules } from './gallery-change.rules.js';
import { galleryCountRules } from './gallery-count.rules.js';
import { galleryMoveRules } from './gallery-move.rules.js';
import { galleryListingRules } from './gallery-listing.rules.js';
import { galleryVisibilityRules } from './gallery-visibility.rules.js';

/** Rules for every `CatalogRepository`: how images are listed, counted and changed many at once. */
export const galleryContract = {
  ...galleryListingRules,
  ...galleryCountRules,
  ...galleryChangeRules,
  ...galleryMoveRules,
  ...galleryVisibilityRules,
  ...galleryAddedByRules,
} satisfies Contract<CatalogRepository>;
