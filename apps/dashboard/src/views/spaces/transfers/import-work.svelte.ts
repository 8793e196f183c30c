import type { ImportProgressView, ImportSummary, PutFeaturesQuery } from '@cairn/api-schema';
import { isCairnError } from '@cairn/client';
import { changes } from '../../../api/changes.svelte.ts';
import { client } from '../../../api/client.ts';
import { faultSentenceOf, sentenceOf } from '../../../api/faults.ts';
import { i18n } from '../../../i18n/i18n.svelte.ts';
import { router } from '../../../routing/router.svelte.ts';
import { type Work, type WorkItem, works } from '../../../progress/work.svelte.ts';
import { onePerFeature, type Refused } from './refused-features.ts';

type ImportFormat = 'ndjson' | 'geojson-seq' | 'geojson';

const RECORD_SEPARATOR = '\u001e';

/** The format of a file, by its name and its first bytes; `undefined` if it is not supported. */
async function formatOf(file: File): Promise<ImportFormat | undefined> {
  const start = (await file.slice(0, 4_096).text()).trimStart();
  if (start.startsWith(RECORD_SEPARATOR)) return 'geojson-seq';
  if (!start.startsWith('{')) return undefined;
  if (/\.(?:ndjson|jsonl|geojsonl|geojsons)$/i.test(file.name)) return 'ndjson';
  const [line = ''] = start.split('\n', 1);
  return /"type"\s*:\s*"FeatureCollection"/.test(start) || !isJson(line) ? 'geojson' : 'ndjson';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const repeatedIdRules = ['stop', 'last', 'number'] as const satisfies readonly NonNullable<
  PutFeaturesQuery['repeatedIds']
>[];
export type RepeatedIdRule = (typeof repeatedIdRules)[number];

/** Further refused features are counted, but cannot be downloaded. */
const MAX_REFUSED = 100_000;

interface Target {
  readonly id: string;
  readonly title: string;
}

/** An import of a file into a space. */
export class ImportWork implements Work {
  isRunning = $state(true);
  private sentBytes = $state(0);
  /** The counts so far, or at the end. */
  counts = $state.raw<ImportProgressView | ImportSummary>();
  refused = $state.raw<readonly Refused[]>([]);
  error = $state.raw<unknown>();
  /** The id whose repetition has ended the import. */
  repeated = $state.raw<{ readonly id: string; readonly position: number }>();

  readonly failed = $derived(this.counts?.failed ?? 0);
  /**
   * Browsers may report nothing about stored features before everything is sent. So sending is half of the progress,
   * and storing the other half.
   */
  readonly part = $derived.by(
    () => (this.sentBytes + (this.counts?.readBytes ?? 0)) / Math.max(1, 2 * this.file.size),
  );
  readonly fault = $derived.by(() => {
    const { imports } = i18n.t;
    if (this.repeated !== undefined)
      return imports.repeated(this.repeated.id, i18n.number(this.repeated.position + 1));
    if (this.error === undefined) return undefined;
    if (this.error === 'not-geojson') return imports.notGeoJson(this.file.name);
    return isCairnError(this.error, 'aborted') ? imports.stopped : sentenceOf(this.error, i18n.t);
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
    if (!this.isRunning) return this.fault;
    const { inserted = 0, updated = 0, unmodified = 0, merged = 0 } = this.counts ?? {};
    const stored = i18n.t.imports.stored(i18n.number(inserted + updated + unmodified + merged));
    return i18n.t.imports.sent(i18n.bytes(this.sentBytes), i18n.bytes(this.file.size), stored);
  });
  readonly items = $derived<readonly WorkItem[]>(
    this.refused.slice(0, 200).map((one) => ({
      name: refusedName(one),
      state: 'failed',
      reason: faultSentenceOf({ ...one, detail: one.message }, i18n.t),
    })),
  );

  private abort = new AbortController();

  constructor(
    readonly space: Target,
    readonly file: File,
    private rule: RepeatedIdRule,
  ) {}

  /** Sends the file. Features that are stored already stay as they are; those without an id are stored once more. */
  async run(rule = this.rule): Promise<void> {
    this.rule = rule;
    this.abort = new AbortController();
    [this.isRunning, this.error, this.repeated, this.refused] = [true, undefined, undefined, []];
    [this.counts, this.sentBytes] = [undefined, 0];
    works.add(this);
    try {
      await this.send();
    } catch (failure) {
      const summary = isCairnError(failure) ? failure.import : undefined;
      this.counts = summary ?? this.counts;
      const id = summary?.reason?.id;
      if (id === undefined) this.error = failure;
      else this.repeated = { id, position: summary?.read ?? 0 };
    } finally {
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
    if (this.repeated !== undefined)
      return () => router.go(`/spaces/${encodeURIComponent(this.space.id)}?dialog=import`);
    if (this.error === undefined || this.error === 'not-geojson') return undefined;
    return () => void this.run();
  }

  private async send(): Promise<void> {
    const format = await formatOf(this.file);
    if (format === undefined) {
      this.error = 'not-geojson';
      return;
    }
    this.counts = await client.features.import(this.space.id, this.file, {
      format,
      repeatedIds: this.rule,
      signal: this.abort.signal,
      timeoutMs: Infinity,
      onSent: ({ sentInBytes }) => (this.sentBytes = Math.min(sentInBytes, this.file.size)),
      onProgress: (progress) => {
        this.counts = progress;
        const { errors = [] } = progress;
        if (errors.length === 0 || this.refused.length >= MAX_REFUSED) return;
        this.refused = [...this.refused, ...onePerFeature(errors)].slice(0, MAX_REFUSED);
      },
    });
  }
}

/**
 * The outcome counts in the order in which they are shown. The first is always included, the others only if they are
 * not zero.
 */
export function outcomeOf(counts: ImportProgressView | ImportSummary | undefined) {
  const kinds = ['inserted', 'updated', 'unmodified', 'merged', 'numbered', 'failed'] as const;
  return kinds
    .map((kind) => [kind, counts?.[kind] ?? 0] as const)
    .filter(([kind, count]) => count > 0 || (kind === 'inserted' && counts !== undefined));
}

/** Such as `Feature 8 · Q8`. */
export function refusedName({ position, id }: Refused): string {
  const name = i18n.t.imports.position(i18n.number(position + 1));
  return id === undefined ? name : `${name} · ${id}`;
}

/** The latest import into a space in the list of work. */
export const importInto = (spaceId: string): ImportWork | undefined =>
  works.all.findLast((work): work is ImportWork => work instanceof ImportWork && work.space.id === spaceId);
