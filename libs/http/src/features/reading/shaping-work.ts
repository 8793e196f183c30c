import {
  csvRows,
  shapeFeatures,
  type CsvOptions,
  type CsvProperties,
  type FeatureShaping,
} from '@cairn/spaces';

/** A shaping task for feature texts, joined as the store returns them. Plain data, for `postMessage`. */
export type ShapingWork = { readonly texts: string } & (
  { readonly shaping: FeatureShaping } | { readonly properties: CsvProperties; readonly options: CsvOptions }
);

export function shaped(work: ShapingWork): string {
  return 'shaping' in work
    ? shapeFeatures(work.texts, work.shaping)
    : csvRows(work.texts, work.properties, work.options);
}
