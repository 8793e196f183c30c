import { CairnError, isCairnError, type FeatureFilters } from '@cairn/client';
import { client } from '../../../api/client.ts';
import { sentenceOf } from '../../../api/faults.ts';
import { i18n } from '../../../i18n/i18n.svelte.ts';
import { works, type Work, type WorkItem } from '../../../progress/work.svelte.ts';
import { saveFile } from '../../../components/save-file.ts';

export const exportFormats = ['geojson', 'ndjson', 'csv', 'gpx', 'kml', 'gpkg', 'fgb', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Browsers keep a Blob outside of the memory of the page, and a large one on disk. */
const BLOB_LENGTH = 8_388_608;
/** Minimum time between two updates of the progress. */
const TOLD_MS = 100;
const LINE_FEED = 0x0a;

interface Selection {
  readonly spaceId: string;
  /** Names the file. */
  readonly title: string;
  readonly filters: FeatureFilters;
  readonly format: ExportFormat;
  /** The properties to take; `undefined` for all. */
  readonly fields: readonly string[] | undefined;
}

/** Characters that names of files cannot have on some system. */
const UNFIT = /[\p{Cc}\p{Cf}"*/:<>?\\|]+/gu;

/** Lines of a format that are no features; `undefined` for formats without a line for each feature. */
const otherLines: Partial<Readonly<Record<ExportFormat, number>>> = { ndjson: 0, csv: 1, geojson: 2 };

/** An export of features of a space to a file. */
export class ExportWork implements Work {
  isRunning = $state(true);
  private error = $state.raw<unknown>();
  private read = $state.raw({ bytes: 0, lines: 0 });
  /** The expected number of features. */
  private expected = $state<number>();
  private content = $state.raw<Blob>();
  private abort = new AbortController();

  private readonly name = $derived.by(() => fileName(this.selection));
  private readonly isStopped = $derived(isCairnError(this.error, 'aborted'));
  /** As far as lines tell it. */
  private readonly count = $derived.by(() =>
    this.content === undefined || this.isOfLines()
      ? Math.min(this.read.lines, this.expected ?? Infinity)
      : (this.expected ?? 0),
  );
  readonly failed = $derived(this.error === undefined || this.isStopped ? 0 : 1);
  readonly part = $derived.by(() =>
    this.content !== undefined
      ? 1
      : this.expected === undefined || !this.isOfLines()
        ? undefined
        : this.count / Math.max(1, this.expected),
  );
  readonly title = $derived.by(() => {
    const { exports } = i18n.t;
    if (this.isRunning)
      return this.count === 0 ? this.name : exports.running(this.name, i18n.number(this.count));
    if (this.isStopped) return exports.stopped(this.name);
    if (this.error !== undefined) return exports.failed(this.name, sentenceOf(this.error, i18n.t));
    return exports.done(this.name, i18n.number(this.count));
  });
  readonly detail = $derived(i18n.bytes(this.read.bytes));
  readonly items = $derived<readonly WorkItem[]>(
    this.content === undefined
      ? []
      : [{ name: this.name, state: 'done', note: i18n.bytes(this.content.size), retry: () => this.save() }],
  );

  constructor(private readonly selection: Selection) {}

  async run(): Promise<void> {
    this.abort = new AbortController();
    [this.isRunning, this.error, this.content] = [true, undefined, undefined];
    this.read = { bytes: 0, lines: 0 };
    works.add(this);
    try {
      void this.countAll();
      this.content = await this.readAll();
      this.save();
    } catch (cause) {
      // The browser gives no reason for an error while the file arrives.
      const [kind, detail] = [this.abort.signal.aborted ? 'aborted' : 'network', ''] as const;
      this.error = isCairnError(cause) ? cause : new CairnError({ kind, code: kind, detail, cause });
    } finally {
      this.isRunning = false;
    }
  }

  readonly stop = (): void => this.abort.abort();

  get retry(): (() => void) | undefined {
    return this.error === undefined ? undefined : () => void this.run();
  }

  /** Whether lines tell how many features there are. */
  private isOfLines(): boolean {
    return otherLines[this.selection.format] !== undefined;
  }

  private save(): void {
    if (this.content !== undefined) saveFile(this.content, this.name);
  }

  private async countAll(): Promise<void> {
    const { spaceId, filters } = this.selection;
    const { signal } = this.abort;
    const asked = { params: { spaceId }, query: filters, signal };
    this.expected = await client.call('GET /hub/spaces/{spaceId}/count', asked).then(
      ({ count }) => count,
      () => undefined,
    );
  }

  private async readAll(): Promise<Blob> {
    const { spaceId, filters, format, fields } = this.selection;
    const { signal } = this.abort;
    const wanted = { ...filters, format, fields, signal, timeoutMs: Infinity };
    const stream = await client.features.export(spaceId, wanted);
    const [blobs, reader]: [Blob[], ReadableStreamDefaultReader<Uint8Array>] = [[], stream.getReader()];
    let parts: Uint8Array<ArrayBuffer>[] = [];
    let [length, bytes, lines, toldAt] = [0, 0, 0, 0];
    const without = otherLines[format] ?? Infinity;
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      parts.push(value as Uint8Array<ArrayBuffer>);
      [length, bytes, lines] = [length + value.length, bytes + value.length, lines + lineFeedsIn(value)];
      if (length >= BLOB_LENGTH) {
        blobs.push(new Blob(parts));
        [parts, length] = [[], 0];
      }
      if (performance.now() - toldAt < TOLD_MS) continue;
      toldAt = performance.now();
      this.read = { bytes, lines: Math.max(0, lines - without) };
    }
    this.read = { bytes, lines: Math.max(0, lines - without) };
    return new Blob([...blobs, ...parts]);
  }
}

function fileName({ spaceId, title, format }: Selection): string {
  const name = title.replaceAll(UNFIT, ' ').trim().replace(/^\.+/, '');
  return `${name === '' ? spaceId : name}.${format}`;
}

function lineFeedsIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}
