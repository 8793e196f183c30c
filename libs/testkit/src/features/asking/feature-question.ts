import { boundingBoxesOf, boxesIntersect, type BoundingBox, type Feature } from '@cairn/geometry';
import { DomainError } from '@cairn/kernel';
import { featureText, FEATURE_SEPARATOR, type FeatureQuery, type NearestQuery } from '@cairn/spaces';
import type { CellQuery, ContentVersion, CountQuery, FeaturePorts } from '@cairn/spaces/spi';
import { everyChunk } from '../feature-store-ports.js';
import { gathered } from '../sabotaged-features.js';

interface Near extends Pick<FeatureQuery, 'at'> {
  readonly near: readonly BoundingBox[];
}

/** A question that a feature store is asked. Plain data. */
export type FeatureQuestion =
  | { readonly kind: 'find'; readonly ids: readonly string[]; readonly at?: ContentVersion | undefined }
  | { readonly kind: 'query'; readonly query: FeatureQuery }
  | { readonly kind: 'nearest'; readonly query: NearestQuery }
  | { readonly kind: 'near'; readonly query: Near }
  | { readonly kind: 'count'; readonly query: CountQuery }
  | { readonly kind: 'cells'; readonly query: CellQuery }
  | { readonly kind: 'analyse' | 'statistics' };

/** What the store answers, whole: two stores with the same features give the same text. */
export async function answerTo(
  features: FeaturePorts,
  spaceId: string,
  question: FeatureQuestion,
): Promise<string> {
  try {
    return await asked(features, spaceId, question);
  } catch (error) {
    if (error instanceof DomainError) return `refused: ${error.code}`;
    throw error;
  }
}

async function asked(features: FeaturePorts, id: string, question: FeatureQuestion): Promise<string> {
  switch (question.kind) {
    case 'find':
      return (await features.find(id, question.ids, question.at)).map(featureText).join(FEATURE_SEPARATOR);
    case 'query': {
      const chunks = await everyChunk(features.query(id, question.query));
      return chunks.map(({ text }) => text).join(FEATURE_SEPARATOR);
    }
    case 'near': {
      const texts = await gathered(features.query(id, question.query));
      return texts.filter((text) => touches(text, question.query.near)).join(FEATURE_SEPARATOR);
    }
    case 'nearest':
      return (await features.nearest(id, question.query))
        .map(({ feature, distanceInMeters }) => `${distanceInMeters} ${featureText(feature)}`)
        .join(FEATURE_SEPARATOR);
    case 'count':
      return String(await features.count(id, question.query));
    case 'cells':
      return JSON.stringify(await features.cells(id, question.query));
    case 'analyse':
      return JSON.stringify(await features.analyse(id, {}));
    case 'statistics':
      return JSON.stringify(await features.statistics(id));
  }
}

/** A store may add features that lie slightly outside. */
function touches(text: string, near: readonly BoundingBox[]): boolean {
  const { geometry } = JSON.parse(text) as Feature;
  return geometry ? boxesIntersect(boundingBoxesOf(geometry), near) : false;
}

/** The same question of a caller who has just read that version. */
export function asOf(question: FeatureQuestion, at: ContentVersion): FeatureQuestion {
  switch (question.kind) {
    case 'find':
      return { ...question, at };
    case 'query':
      return { ...question, query: { ...question.query, at } };
    case 'near':
      return { ...question, query: { ...question.query, at } };
    case 'nearest':
      return { ...question, query: { ...question.query, at } };
    case 'count':
      return { ...question, query: { ...question.query, at } };
    case 'cells':
      return { ...question, query: { ...question.query, at } };
    default:
      return question;
  }
}
