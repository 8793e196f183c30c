import type { PortsOf } from '@cairn/kernel';
import { statisticsOf, suggestStyle, type SampledFeature, type Suggestion } from '@cairn/map-style';
import { FEATURE_SEPARATOR, type Space } from '@cairn/spaces';
import { FeatureStore, MAX_LEVEL, type ContentHead } from '@cairn/spaces/spi';
import { RecentAnswers } from '../recent-answers.js';

/** Features that are looked at: enough for classes of numbers. */
const SAMPLE = 2_000;
/** Suggestions that are kept. */
const KEPT = 500;

const parse: (json: string) => SampledFeature = JSON.parse;

/** Suggests how the features of spaces may be shown, before anybody has said so. */
export class SuggestStyles {
  static readonly ports = { features: FeatureStore };

  private readonly suggestions = new RecentAnswers<Suggestion>(KEPT);

  constructor(private readonly ports: PortsOf<typeof SuggestStyles.ports>) {}

  /**
   * By a sample of the features. Looks at them again once there are twice as many, or half, or they have other
   * properties or shapes: not after every write, because a map is read far more often.
   */
  async execute({ id, createdAt }: Pick<Space, 'id' | 'createdAt'>, head: ContentHead): Promise<Suggestion> {
    const { properties, geometryTypes } = head.summary;
    const size = Math.ceil(Math.log2(head.total + 1));
    const names = [...properties.map(({ name, type }) => `${name} ${type}`)].sort();
    const key = JSON.stringify([id, createdAt, size, names, geometryTypes.map(({ name }) => name).sort()]);
    return await this.suggestions.of(key, () => this.suggest(id, head.total));
  }

  private async suggest(spaceId: string, total: number): Promise<Suggestion> {
    const sample: SampledFeature[] = [];
    const query = { maxLevel: levelFor(total), limit: SAMPLE };
    for await (const { text } of this.ports.features.query(spaceId, query))
      for (const feature of text.split(FEATURE_SEPARATOR)) sample.push(parse(feature));
    return suggestStyle(statisticsOf(sample));
  }
}

/** A level that a sample has: of points, each level has a quarter of those up to the next one, chosen by chance. */
const levelFor = (total: number): number =>
  Math.max(0, MAX_LEVEL - Math.ceil(Math.log2(Math.max(1, total / SAMPLE)) / 2));
