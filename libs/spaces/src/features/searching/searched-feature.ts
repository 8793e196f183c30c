import type { BoundingBox, Feature, Place } from '@cairn/geometry';
import { type Json, type JsonMembers, memberOf } from '../../json/json.js';
import { featureOf } from '../content/feature-body.js';
import type { StoredFeature } from '../content/stored-feature.js';
import { type MemberPath, specialMemberOf } from './property-filter.js';

/** A stored feature, with the boxes of its geometry where they are known. */
export interface Candidate {
  readonly feature: StoredFeature;
  readonly boxes?: readonly BoundingBox[] | undefined;
  /** `middleOf` these boxes, where that is known. */
  readonly middle?: Place | undefined;
  /** The position of a geometry that is one point, where that is known. */
  readonly point?: Place | undefined;
}

/** A stored feature whose text is parsed, into JavaScript's numbers, where it is looked at. */
export class SearchedFeature {
  private parsed: (Feature & JsonMembers) | undefined;

  constructor(readonly stored: StoredFeature) {}

  get feature(): Feature & JsonMembers {
    return (this.parsed ??= featureOf(this.stored.body));
  }

  /** What a path leads to, special members included. */
  memberAt(path: MemberPath): Json | undefined {
    const special = specialMemberOf(path);
    if (special === 'geometryType') return this.feature.geometry?.type.toLowerCase();
    if (special !== undefined) return this.stored[special];
    return path.reduce<Json | undefined>(memberOf, this.feature);
  }
}
