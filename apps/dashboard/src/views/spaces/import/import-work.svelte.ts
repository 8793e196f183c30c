import type { FileImportReport, ImportSummary } from '@cairn/api-schema';
import { isCairnError } from '@cairn/client';
import { changes } from '../../../api/changes.svelte.ts';
import { client } from '../../../api/client.ts';
import { i18n } from '../../../i18n/i18n.svelte.ts';
import { router } from '../../../routing/router.svelte.ts';
import { type Work, type WorkItem, works } from '../../../progress/work.svelte.ts';
import {
  faultOf,
  storedIn,
  type Counts,
  type ImportWishes,
  type LineFault,
  type RepeatedIdRule,
  type Target,
} from './import-wishes.ts';
import { fileFault } from './reading/file-fault.ts';
import { removeEmptySpace } from './new-space.ts';
import { outcomeOf } from './outcome.ts';
import { plainFormatOf } from './plain-geojson.ts';
import { onePerFeature } from './refused-features.ts';

/** Further refused features are counted, but cannot be downloaded. */
const MAX_REFUSED = 100_000;
/** Larger GeoJSON is stored while it is sent, so it may have any size, and what is stored stays if it breaks off. */
const STREAMED_FROM = 64 * 1024 ** 2;

/** An import of a file into a space. */
export class ImportWork implements Work {
  isRunning = $state(true);
  private sentBytes = $state(0);
  /** The counts so far, or at the end. */
  counts = $state.raw<Counts>();
  faults = $state.raw<readonly LineFault[]>([]);
  error = $state.raw<unknown>();
  /** Why what comes behind in the file was not imported. */
  broken = $state.raw<string>();
  /** What says which id has ended the import, because it came again. */
  repeated = $state.raw<string>();
  /** Whether the space was removed again. */
  isRemoved = $state(false);

  readonly failed = $derived(this.counts?.failed ?? 0);
  /**
   * Browsers may report nothing about stored features before everything is sent. So sending is half of the progress,
   * and storing the other half.
   */
  readonly part = $derived.by(() => {
    const sent = Math.min(1, this.sentBytes / Math.max(1, this.file.size));
    const stored = this.storedPart();
    return stored === undefined && sent === 1 && this.isRunning ? undefined : (sent + (stored ?? 0)) / 2;
  });
  readonly fault = $derived.by(() => {
    const { imports, dataFiles } = i18n.t;
    if (this.repeated !== undefined) return this.repeated;
    if (this.broken !== undefined) return dataFiles.stopped(this.broken);
    if (this.error === undefined) return undefined;
    return isCairnError(this.error, 'aborted') ? imports.stopped : fileFault(this.error, i18n.t);
  });
  readonly title = $derived.by(() => {
    const { imports } = i18n.t;
    if (this.isRunning) return imports.into(this.file.name, this.space.title);
    const counted = outcomeOf(this.counts).map(
      ([kind, count]) => `${imports[kind].toLocaleLowerCase(i18n.language)} ${i18n.number(count)}`,
    );
    return imports.ended(this.file.name, [...counted].join(', ') || (this.fault ?? ''));
  });
  readonly detail = $derived.by(() => {
    if (!this.isRunning) return this.counts === undefined ? undefined : this.fault; // else the title says it
    const stored = i18n.t.imports.stored(i18n.number(storedIn(this.counts)));
    return i18n.t.imports.sent(i18n.bytes(this.sentBytes), i18n.bytes(this.file.size), stored);
  });
  readonly items = $derived<readonly WorkItem[]>(
    this.faults.slice(0, 200).map(({ line, reason }) => ({
      name: this.nameOf(line),
      state: 'failed',
      reason,
    })),
  );

  private abort = new AbortController();

  constructor(
    readonly space: Target,
    readonly file: File,
    readonly wishes: ImportWishes,
  ) {}

  get hint(): Work['hint'] {
    const isThere = this.space.isNew === true && !this.isRunning && storedIn(this.counts) > 0;
    return isThere ? { text: i18n.t.dataFiles.open, path: this.path } : undefined;
  }

  get path(): string {
    return `/spaces/${encodeURIComponent(this.space.id)}`;
  }

  /** Sends the file. Features that are stored already stay as they are; those without an id are stored once more. */
  async run(repeatedIds = this.wishes.repeatedIds): Promise<void> {
    this.abort = new AbortController();
    [this.isRunning, this.error, this.repeated, this.broken, this.faults] = [
      true,
      undefined,
      undefined,
      undefined,
      [],
    ];
    [this.counts, this.sentBytes] = [undefined, 0];
    works.add(this);
    try {
      const plain = await this.plainFormat();
      if (plain === undefined) await this.send(repeatedIds);
      else await this.stream(plain, repeatedIds);
    } catch (failure) {
      this.error = failure;
      const partial = isCairnError(failure) ? (failure.fileImport ?? failure.import) : undefined;
      this.counts = partial ?? this.counts;
      this.noteRepeated(partial);
    } finally {
      await this.leaveNothing();
      this.isRunning = false;
      changes.note('spaces');
    }
  }

  readonly stop = (): void => this.abort.abort();

  /**
   * Runs the import again, or asks how to treat a repeated id. Absent if everything is stored, or was refused
   * permanently.
   */
  get retry(): (() => void) | undefined {
    if (this.isRemoved) return undefined;
    if (this.repeated !== undefined) return () => router.go(`${this.path}?dialog=import`);
    return this.error === undefined ? undefined : () => void this.run();
  }

  /** Such as `Line 8`. */
  nameOf(line: number): string {
    const { at } = i18n.t.dataFiles;
    const format = this.wishes.preview?.format;
    return at[format === 'csv' ? 'line' : format === 'xlsx' ? 'row' : 'feature'](i18n.number(line));
  }

  private storedPart(): number | undefined {
    const { counts } = this;
    if (counts === undefined) return 0;
    if ('readBytes' in counts) return counts.readBytes / Math.max(1, this.file.size);
    const all = this.wishes.preview?.count;
    return all === undefined || !('read' in counts) ? undefined : counts.read / Math.max(1, all);
  }

  /** The format of a file that is stored while it is sent: large GeoJSON as it is, or one that no reader reads. */
  private async plainFormat() {
    const { choices, preview } = this.wishes;
    const { format: _, ...mapping } = choices;
    const isAsItIs = preview?.crs === 'EPSG:4326' && Object.values(mapping).every((one) => one === undefined);
    const isLarge = preview?.format === 'geojson' && this.file.size > STREAMED_FROM && isAsItIs;
    return preview === undefined || isLarge ? await plainFormatOf(this.file) : undefined;
  }

  private async send(repeatedIds: RepeatedIdRule): Promise<void> {
    const { format, ...mapping } = this.wishes.choices;
    const report = await client.features.importFile(this.space.id, this.file, {
      name: this.file.name,
      format,
      mapping,
      broken: this.wishes.broken,
      repeatedIds,
      signal: this.abort.signal,
      timeoutMs: Infinity,
      onSent: ({ sentInBytes }) => (this.sentBytes = Math.min(sentInBytes, this.file.size)),
      onProgress: (progress) => (this.counts = progress),
    });
    [this.counts, this.faults] = [report, report.faults];
    if (!this.noteRepeated(report) && report.end !== 'complete') this.broken = report.reason?.message ?? '';
  }

  private async stream(
    format: NonNullable<Awaited<ReturnType<typeof plainFormatOf>>>,
    repeatedIds: RepeatedIdRule,
  ) {
    this.counts = await client.features.import(this.space.id, this.file, {
      format,
      repeatedIds,
      signal: this.abort.signal,
      timeoutMs: Infinity,
      onSent: ({ sentInBytes }) => (this.sentBytes = Math.min(sentInBytes, this.file.size)),
      onProgress: (progress) => {
        this.counts = progress;
        const { errors = [] } = progress;
        if (errors.length === 0 || this.faults.length >= MAX_REFUSED) return;
        const found = onePerFeature(errors).map(faultOf);
        this.faults = [...this.faults, ...found].slice(0, MAX_REFUSED);
      },
    });
  }

  /** Whether an id that came again has ended the import. */
  private noteRepeated(report: FileImportReport | ImportSummary | undefined): boolean {
    const reason = report?.reason;
    if (report === undefined || reason?.code !== 'repeated-id') return false;
    this.repeated = i18n.t.imports.repeated(reason.id ?? '');
    this.error = undefined;
    return true;
  }

  /** Removes a space that was made for a file that was refused, or that was stopped before anything was stored. */
  private async leaveNothing(): Promise<void> {
    const isNothing = this.error !== undefined && storedIn(this.counts) === 0;
    if (this.space.isNew !== true || !isNothing || isCairnError(this.error, 'network', 'timeout')) return;
    this.isRemoved = true;
    await removeEmptySpace(this.space.id).catch(() => undefined);
  }
}

/** The latest import into a space in the list of work. */
export const importInto = (spaceId: string): ImportWork | undefined =>
  works.all.findLast((work): work is ImportWork => work instanceof ImportWork && work.space.id === spaceId);
