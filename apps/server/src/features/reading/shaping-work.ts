import {
  csvRows,
  shapeFeatures,
  type CsvOptions,
  type CsvProperties,
  type FeatureShaping,
} from '@cairn/spaces';

/** What is made of the texts of features, which are joined as the store gives them. Plain data. */
export type ShapingWork = { readonly texts: string } & (
  { readonly shaping: FeatureShaping } | { readonly properties: CsvProperties; readonly options: CsvOptions }
);

export function shaped(work: ShapingWork): string {
  return 'shaping' in work
    ? shapeFeatures(work.texts, work.shaping)
    : csvRows(work.texts, work.properties, work.options);
}
