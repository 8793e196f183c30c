import { CairnError, isCairnError, type FeatureFilters } from '@cairn/client';
import { client } from '../../../api/client.ts';
import { sentenceOf } from '../../../api/faults.ts';
import { i18n } from '../../../i18n/i18n.svelte.ts';
import { works, type Work, type WorkItem } from '../../../progress/work.svelte.ts';
import { saveFile } from '../../../components/save-file.ts';

export const exportFormats = ['geojson', 'ndjson', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Browsers keep a Blob outside of the memory of the page, and a large one on disk. */
const BLOB_LENGTH = 8_388_608;
/** Minimum time between two updates of the progress. */
const TOLD_MS = 100;
const LINE_FEED = 0x0a;

interface Selection {
  readonly spaceId: string;
  readonly filters: FeatureFilters;
  readonly format: ExportFormat;
}

/** An export of features of a space to a file. */
export class ExportWork implements Work {
  isRunning = $state(true);
  private error = $state.raw<unknown>();
  private read = $state.raw({ bytes: 0, lines: 0 });
  /** The expected number of features. */
  private expected = $state<number>();
  private content = $state.raw<Blob>();
  private abort = new AbortController();

  private readonly name = $derived.by(() => `${this.selection.spaceId}.${this.selection.format}`);
  private readonly isStopped = $derived(isCairnError(this.error, 'aborted'));
  private readonly count = $derived(Math.min(this.read.lines, this.expected ?? Infinity));
  readonly failed = $derived(this.error === undefined || this.isStopped ? 0 : 1);
  readonly part = $derived(
    this.content !== undefined
      ? 1
      : this.expected === undefined
        ? undefined
        : this.count / Math.max(1, this.expected),
  );
  readonly title = $derived.by(() => {
    const { exports } = i18n.t;
    if (this.isRunning) return exports.running(this.name, i18n.number(this.count));
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
    const { spaceId, filters, format } = this.selection;
    const { signal } = this.abort;
    const stream = await client.features.export(spaceId, { ...filters, format, signal, timeoutMs: Infinity });
    const [blobs, reader]: [Blob[], ReadableStreamDefaultReader<Uint8Array>] = [[], stream.getReader()];
    let parts: Uint8Array<ArrayBuffer>[] = [];
    let [length, bytes, lines, toldAt] = [0, 0, 0, 0];
    // Lines before and after the features do not count as features.
    const without = format === 'ndjson' ? 0 : format === 'csv' ? 1 : 2;
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

function lineFeedsIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}
