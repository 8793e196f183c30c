import type { Feature } from '@cairn/geometry';
import { readPlain } from '../../json/read-json.js';
import type { Json } from '../../json/json.js';
import { featureOf } from '../content/feature-body.js';
import type { StoredFeature } from '../content/stored-feature.js';

/** A stored feature whose text is parsed where it is looked at. */
export class SearchedFeature {
  private parsed: Feature | undefined;
  private json: Json | undefined;

  constructor(readonly stored: StoredFeature) {}

  get feature(): Feature {
    return (this.parsed ??= featureOf(this.stored.body));
  }

  get geometryType(): string | undefined {
    return this.feature.geometry?.type;
  }

  /** The whole of it, in JavaScript's numbers. */
  get value(): Json {
    return (this.json ??= readPlain(`${this.stored.body}}}}`));
  }
}
