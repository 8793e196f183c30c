import { type BoundingBox, boundingBoxesOf, type Feature, type Geometry, type Place } from '@cairn/geometry';
import { type Json, type JsonMembers, memberOf } from '../../json/json.js';
import { featureOf } from '../content/feature-body.js';
import type { StoredFeature } from '../content/stored-feature.js';
import type { ContentShapes, SearchedShape } from './large-shapes.js';
import { type MemberPath, specialMemberOf } from './property-filter.js';

/** A stored feature, with the boxes of its geometry where they are known. */
export interface Candidate {
  readonly feature: StoredFeature;
  readonly boxes?: readonly BoundingBox[] | undefined;
  /** `middleOf` these boxes, where that is known. */
  readonly middle?: Place | undefined;
  /** Given for a feature with a long text: its shape is looked up there first, and its text not read if that decides. */
  readonly shapes?: ContentShapes | undefined;
}

/** For searching a candidate. */
export const searchedFeature = ({ feature, shapes }: Candidate): SearchedFeature =>
  new SearchedFeature(feature, shapes);

/** A stored feature whose text is parsed, into JavaScript's numbers, where it is looked at. */
export class SearchedFeature {
  private parsed: (Feature & JsonMembers) | undefined;
  private compared: SearchedShape | undefined;

  constructor(
    readonly stored: StoredFeature,
    private readonly shapes?: ContentShapes,
  ) {}

  get feature(): Feature & JsonMembers {
    return (this.parsed ??= featureOf(this.stored.body));
  }

  /** `undefined` without a geometry. */
  get shape(): SearchedShape | undefined {
    const read = (): Geometry | null => this.feature.geometry ?? null;
    return (this.compared ??=
      this.shapes === undefined ? shapeOf(read()) : this.shapes.find(this.stored, read));
  }

  /** What a path leads to, special members included. */
  memberAt(path: MemberPath): Json | undefined {
    const special = specialMemberOf(path);
    if (special === 'geometryType') return this.feature.geometry?.type.toLowerCase();
    if (special !== undefined) return this.stored[special];
    return path.reduce<Json | undefined>(memberOf, this.feature);
  }
}

function shapeOf(geometry: Geometry | null): SearchedShape | undefined {
  if (!geometry) return undefined;
  return {
    geometry,
    get boxes() {
      return boundingBoxesOf(geometry);
    },
  };
}
