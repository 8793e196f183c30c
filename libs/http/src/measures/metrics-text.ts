/** Metrics in a format of those who collect them. */
export interface MetricsText {
  readonly contentType: string;
  readonly text: string;
}
