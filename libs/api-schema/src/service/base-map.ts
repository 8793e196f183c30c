/** A base map in place of the ground, which pages get from their server. */
export interface BaseMap {
  /** What is at the address: a MapLibre style, pictures at `{z}/{x}/{y}`, or an archive of such pictures. */
  readonly kind: 'style' | 'raster' | 'pmtiles';
  readonly url: string;
  /** What must be shown with it: text, with links as `[text](https://example.org)`. Empty for a style that says it itself. */
  readonly attribution: string;
  /** The highest zoom that there are pictures of. */
  readonly maxZoom: number;
}
