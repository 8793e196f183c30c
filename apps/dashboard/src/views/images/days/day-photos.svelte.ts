import type { ImageLayout, ImageRecord } from '@cairn/api-schema';
import { changes } from '../../../api/changes.svelte.ts';
import { chunksOf, type DayChunk } from './day-chunks.ts';
import { DaySections, type DayCount, type SectionMetrics } from './day-sections.ts';
import { photosByDay, type DayPhoto } from './layout-photos.ts';

/** Until the view has measured itself. */
const METRICS = { width: 1_000, rowHeight: 200, gap: 4, monthHeading: 48, dayHeading: 40, space: 24 };

/** A chunk of days, and how far it is loaded. */
interface Chunk extends DayChunk {
  /** `stale` ones are shown, and loaded again when they come into view. A `part` has more photos after `cursor`. */
  state: 'none' | 'part' | 'whole' | 'stale';
  cursor?: string | undefined;
  loading?: { readonly done: Promise<void>; readonly abort: AbortController; isKept: boolean } | undefined;
}

/** What is asked for: the photos from one day to another one, both included. */
export interface LayoutRequest {
  readonly takenFrom: string;
  readonly takenTo: string;
  readonly cursor?: string;
}

/** The days of a list and their photos, which are loaded for the days in view. */
export abstract class DayPhotos {
  sections = $state.raw(new DaySections([], METRICS));
  /** The latest reason why photos could not be loaded. */
  photosError = $state.raw<unknown>();
  /** Moves whenever photos or heights change, because both are too many to be reactive each. */
  revision = $state(0);
  /** The number of photos of all days. */
  count = $state(0);

  /** The photos of each day; `undefined` before they are loaded. */
  protected photos: (readonly DayPhoto[] | undefined)[] = [];
  private metrics: SectionMetrics = METRICS;
  private chunks: readonly Chunk[] = [];
  private chunkByDay: readonly Chunk[] = [];
  /** The number of photos before each day. */
  private before: readonly number[] = [];
  private readonly dayById = new Map<string, string>();

  protected abstract layOut(request: LayoutRequest, signal: AbortSignal): Promise<ImageLayout>;

  /** Shows other days. `kept` are the photos of those that are the same as before. */
  protected show(days: readonly DayCount[], kept: readonly (readonly DayPhoto[] | undefined)[]): void {
    for (const { loading } of this.chunks) loading?.abort.abort();
    const sections = new DaySections(days, this.metrics);
    this.dayById.clear();
    this.photos = days.map((_, index) => kept[index]);
    this.photos.forEach((photos, index) => {
      if (photos === undefined) return;
      for (const { id } of photos) this.dayById.set(id, days[index]?.day ?? '');
      sections.correct(index, photos.map(ratioOf));
    });
    let count = 0;
    this.before = days.map((day) => (count += day.count) - day.count);
    const isShown = ({ from, until }: DayChunk): boolean =>
      this.photos.slice(from, until).every((photos) => photos !== undefined);
    this.chunks = chunksOf(days).map((chunk) => ({ ...chunk, state: isShown(chunk) ? 'stale' : 'none' }));
    this.chunkByDay = this.chunks.flatMap((chunk) =>
      Array.from({ length: chunk.until - chunk.from }, () => chunk),
    );
    this.sections = sections;
    this.count = count;
    this.photosError = undefined;
    this.revision += 1;
  }

  measure(metrics: SectionMetrics): void {
    this.metrics = metrics;
    this.sections.measure(metrics);
    this.revision += 1;
  }

  photosOf(index: number): readonly DayPhoto[] | undefined {
    return this.photos[index];
  }

  /** The number of photos before a day. */
  countBefore(index: number): number {
    return this.before[index] ?? this.count;
  }

  /** The index of the day of a photo that is loaded. */
  indexOf(id: string): number | undefined {
    const day = this.dayById.get(id);
    return day === undefined ? undefined : this.sections.indexOf(day);
  }

  /**
   * Loads the photos of the days in view, and aborts requests for others.
   * @param isShort Whether more photos of a day are needed than are loaded.
   */
  want(from: number, until: number, isShort: (index: number) => boolean): void {
    const wanted = new Set(this.chunkByDay.slice(from, until));
    for (const chunk of this.chunks)
      if (chunk.loading?.isKept === false && !wanted.has(chunk)) chunk.loading.abort.abort();
    if (this.photosError !== undefined) return;
    for (const chunk of wanted)
      if (chunk.state !== 'whole' && (chunk.state !== 'part' || isShort(chunk.from))) void this.read(chunk);
  }

  /** Loads photos again after an error. */
  retry(): void {
    this.photosError = undefined;
    this.revision += 1;
  }

  /** Loads all photos from one day to another one, both included, in view or not. Stops at an error. */
  protected async complete(from: number, to: number): Promise<void> {
    for (const chunk of new Set(this.chunkByDay.slice(Math.max(0, from), to + 1)))
      while (chunk.state !== 'whole' && this.chunks.includes(chunk)) {
        const reading = this.read(chunk);
        if (chunk.loading !== undefined) chunk.loading.isKept = true;
        await reading;
        if (this.photosError !== undefined) return;
      }
  }

  /** Hides photos at once that are deleted. */
  remove(ids: Iterable<string>): void {
    let isChanged = false;
    for (const id of ids) {
      const index = this.indexOf(id);
      const photos = index === undefined ? undefined : this.photos[index];
      if (index === undefined || photos === undefined) continue;
      this.dayById.delete(id);
      const others = photos.filter((each) => each.id !== id);
      const missing = Math.max(0, (this.sections.days[index]?.count ?? 0) - photos.length);
      this.photos[index] = others;
      this.sections.correct(index, others.map(ratioOf), missing);
      isChanged = true;
    }
    if (isChanged) this.revision += 1;
  }

  replace(now: ImageRecord): void {
    const index = this.indexOf(now.id);
    if (index === undefined) return;
    this.photos[index] = this.photos[index]?.map((each) => (each.id === now.id ? { ...each, ...now } : each));
    this.revision += 1;
  }

  private async read(chunk: Chunk): Promise<void> {
    if (chunk.loading === undefined) {
      const abort = new AbortController();
      const done = this.ask(chunk, abort.signal).finally(() => (chunk.loading = undefined));
      chunk.loading = { done, abort, isKept: false };
    }
    await chunk.loading.done;
  }

  private async ask(chunk: Chunk, signal: AbortSignal): Promise<void> {
    const { days } = this.sections;
    const { cursor } = chunk;
    const request = {
      takenFrom: days[chunk.until - 1]?.day ?? '',
      takenTo: days[chunk.from]?.day ?? '',
      ...(cursor !== undefined && { cursor }),
    };
    try {
      const layout = await this.layOut(request, signal);
      if (signal.aborted || !this.chunks.includes(chunk)) return;
      this.take(chunk, layout);
      chunk.cursor = layout.nextCursor;
      chunk.state = layout.nextCursor === undefined ? 'whole' : 'part';
      this.revision += 1;
    } catch (error) {
      if (!signal.aborted) this.photosError = error;
    }
  }

  private take({ from, until, cursor }: Chunk, layout: ImageLayout): void {
    const byDay = photosByDay(layout);
    const missing = layout.nextCursor === undefined ? 0 : undefined;
    for (let index = from; index < until; index += 1) {
      const { day = '' } = this.sections.days[index] ?? {};
      const arrived = (byDay.get(day) ?? []).filter(({ id }) => !changes.deletedImages.has(id));
      for (const { id } of arrived) this.dayById.set(id, day);
      const photos = [...(cursor === undefined ? [] : (this.photos[index] ?? [])), ...arrived];
      this.photos[index] = photos;
      this.sections.correct(index, photos.map(ratioOf), missing);
    }
  }
}

const ratioOf = ({ ratio }: DayPhoto): number => ratio;
