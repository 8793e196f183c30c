import type { BoundingBox } from '@cairn/geometry';
import type { FeatureCriteria } from '@cairn/spaces';
import { areaOf, isInside, touches } from './area.js';
import { allOf, type Condition } from '../rows/condition.js';
import { columnsOf } from '../rows/feature-row.js';
import type { NumberSource } from './number-source.js';
import { prefilter } from './prefilter.js';

/** A search of a content. */
export interface Search {
  readonly criteria: FeatureCriteria;
  /** Only features with greater ids match. */
  readonly after?: string | undefined;
  /** The maximum number of features. */
  readonly limit?: number | undefined;
  /** Determines which columns of candidates are read. */
  readonly purpose: 'count' | 'places' | 'texts' | 'facts';
}

const partFor = { count: 'nothing', places: 'places', texts: 'text', facts: 'facts' } as const;

/** The columns that a search reads of candidates, and the conditions that SQLite checks. */
export class SearchPlan {
  readonly area: readonly BoundingBox[] | undefined;
  prefilter: Condition;
  columns: Condition;
  /** Whether a feature matches if it is inside, whatever it contains. */
  isByPlace: boolean;

  constructor(private readonly search: Search) {
    const { criteria } = search;
    this.area = areaOf(criteria);
    this.prefilter = allOf(prefilter(criteria));
    this.isByPlace = criteria.filter === undefined && criteria.spatial === undefined && this.hasOneArea;
    this.columns = this.columnsToRead();
  }

  /** Leaves out the conditions that all numbers of the source meet. */
  narrow({ isByArea, isDecided }: Pick<NumberSource, 'isByArea' | 'isDecided'>): void {
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
