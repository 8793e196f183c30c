import { Histogram, type MetricObjectWithValues, type MetricValueWithName } from 'prom-client';

type Labels = Readonly<Record<string, string>>;

interface Series {
  readonly labels: Labels;
  /** How many durations ended in each bucket, not below it. The last one has no end. */
  readonly counts: Float64Array;
  sum: number;
}

interface HistogramOptions {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  /** The ends of the buckets in seconds, ascending. */
  readonly buckets: readonly number[];
}

/**
 * A histogram that is added to without allocating: prom-client makes a key of the labels and looks it up for each value, which
 * costs more than all else that is measured of a request.
 */
export class DurationHistogram extends Histogram {
  private readonly all: Series[] = [];
  /** Without values. */
  private readonly described: Histogram;

  constructor(private readonly options: HistogramOptions) {
    const own = {
      ...options,
      labelNames: [...options.labelNames],
      buckets: [...options.buckets],
      registers: [],
    };
    super(own);
    this.described = new Histogram(own);
  }

  /** A series with these labels, of which there must be no other. It is shown once something was added. */
  series(labels: Labels): { readonly add: (seconds: number) => void } {
    const { buckets } = this.options;
    const counts = new Float64Array(buckets.length + 1);
    const series = { labels, counts, sum: 0 };
    this.all.push(series);
    return {
      add: (seconds) => {
        let at = 0;
        while (at < buckets.length && seconds > (buckets[at] ?? 0)) at += 1;
        counts[at] = (counts[at] ?? 0) + 1;
        series.sum += seconds;
      },
    };
  }

  override async get(): Promise<MetricObjectWithValues<MetricValueWithName<string>>> {
    const values = this.all.flatMap((series) => this.valuesOf(series));
    return { ...(await this.described.get()), values };
  }

  /** What a registry of prom-client asks histograms for. */
  async getForPromString(): Promise<MetricObjectWithValues<MetricValueWithName<string>>> {
    return await this.get();
  }

  private valuesOf({ labels, counts, sum }: Series): MetricValueWithName<string>[] {
    const { name, buckets } = this.options;
    let count = 0;
    const values = [...counts].map((inBucket, index) => {
      count += inBucket;
      return {
        metricName: `${name}_bucket`,
        labels: { ...labels, le: buckets[index] ?? '+Inf' },
        value: count,
      };
    });
    if (count === 0) return [];
    return [
      ...values,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}
