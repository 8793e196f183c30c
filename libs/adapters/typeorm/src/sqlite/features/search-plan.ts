import type { BoundingBox } from '@cairn/geometry';
import type { FeatureCriteria } from '@cairn/spaces';
import { areaOf, isInside, touches } from './area.js';
import { allOf, type Condition } from './condition.js';
import { columnsOf } from './feature-row.js';
import type { NumberSource } from './indexes/number-source.js';
import { prefilter } from './prefilter.js';

/** A search in a content. */
export interface Search {
  readonly criteria: FeatureCriteria;
  /** Only greater ids. */
  readonly after?: string | undefined;
  /** How many features are wanted at most. */
  readonly limit?: number | undefined;
  /** What for: candidates are read as far as it needs them. */
  readonly purpose: 'count' | 'places' | 'texts' | 'facts';
}

const partFor = { count: 'nothing', places: 'places', texts: 'text', facts: 'facts' } as const;

/** What a search reads of candidates, and which conditions SQLite checks. */
export class SearchPlan {
  readonly area: readonly BoundingBox[] | undefined;
  prefilter: Condition;
  columns: Condition;
  /** Whether a feature that is inside meets the criteria, whatever else it is. */
  isByPlace: boolean;

  constructor(private readonly search: Search) {
    const { criteria } = search;
    this.area = areaOf(criteria);
    this.prefilter = allOf(prefilter(criteria));
    this.isByPlace = criteria.filter === undefined && criteria.spatial === undefined && this.hasOneArea;
    this.columns = this.columnsToRead();
  }

  /** Leaves out the conditions that all numbers of the source meet. */
  narrow({ isByArea, isDecided }: NumberSource): void {
    const { criteria } = this.search;
    const { area } = this;
    if (isByArea) return;
    const { part, maxLevel } = criteria;
    const rest = isDecided ? { part, maxLevel } : criteria;
    this.prefilter = allOf([...prefilter(rest), ...(area === undefined ? [] : [touches(area)])]);
    this.isByPlace = isDecided && criteria.spatial === undefined && this.hasOneArea;
    this.columns = this.columnsToRead();
  }

  private get hasOneArea(): boolean {
    const { boxes, window } = this.search.criteria;
    return boxes === undefined || window === undefined;
  }

  private columnsToRead(): Condition {
    const { criteria, purpose, limit } = this.search;
    const part = purpose === 'count' && limit !== undefined ? 'places' : partFor[purpose];
    return columnsOf(this.isByPlace ? part : 'facts', isInside(criteria.boxes ?? criteria.window?.boxes));
  }
}
