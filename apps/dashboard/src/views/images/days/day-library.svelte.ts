import type { GalleryImage, ImageLayout } from '@cairn/api-schema';
import { client } from '../../../api/client.ts';
import { conditionsOf, type LibraryFilter } from '../library/filter.ts';
import type { ImageSequence, SequencePlace } from '../library/sequence.ts';
import { DayPhotos, type LayoutRequest } from './day-photos.svelte.ts';
import type { DayCount } from './day-sections.ts';

/** The most photos of an answer. */
const LIMIT = 1_000;
/** Days that are loaded at once where all of them are. */
const DAYS = 50;

/** The days of a filter as they are now. */
interface Found {
  readonly days: readonly DayCount[];
  readonly undated: number;
}

/** The images of the account that meet a filter, by the days on which they were taken. */
export class DayLibrary extends DayPhotos implements ImageSequence {
  /** Images without a time, which have no day. */
  undated = $state(0);
  /** Whether the days of the filter are there. */
  isReady = $state(false);
  /** Why they are not. */
  error = $state.raw<unknown>();

  private filter: LibraryFilter | undefined;
  private attempt = 0;

  /** Shows the days of a filter when they have arrived. */
  async load(filter: LibraryFilter): Promise<void> {
    this.filter = filter;
    this.isReady = false;
    this.error = undefined;
    await this.find(filter, (found) => this.show(found.days, []));
  }

  /** Ends what is loading, because something else is shown. */
  leave(): void {
    this.attempt += 1;
    this.filter = undefined;
    this.isReady = false;
    this.error = undefined;
  }

  /** Loads the days again after a change. Photos of days that are the same stay until they are loaded again. */
  async refresh(): Promise<void> {
    const { filter } = this;
    if (filter === undefined) return;
    await this.find(filter, ({ days }) => {
      const old = new Map(this.sections.days.map((each, index) => [each.day, { each, index }]));
      const kept = days.map(({ day, count, ratios }) => {
        const known = old.get(day);
        const isSame = known?.each.count === count && known.each.ratios === ratios;
        const photos = isSame ? this.photos[known.index] : undefined;
        return photos?.length === count ? photos : undefined;
      });
      this.show(days, kept);
    });
  }

  private async find(filter: LibraryFilter, take: (found: Found) => void): Promise<void> {
    const attempt = (this.attempt += 1);
    try {
      const found = await daysOf(filter);
      if (attempt !== this.attempt) return;
      take(found);
      this.undated = found.undated;
      this.isReady = true;
      this.error = undefined;
    } catch (error) {
      // What is shown stays after a change that could not be read.
      if (attempt === this.attempt && !this.isReady) this.error = error;
    }
  }

  protected async layOut(request: LayoutRequest, signal: AbortSignal): Promise<ImageLayout> {
    const conditions = this.filter === undefined ? {} : conditionsOf(this.filter);
    const query = { ...conditions, ...request, limit: LIMIT };
    return await client.call('GET /api/images/layout', { query, signal });
  }

  at(id: string): SequencePlace | undefined {
    void this.revision;
    const day = this.indexOf(id);
    const photos = day === undefined ? undefined : this.photos[day];
    const place = photos?.findIndex((each) => each.id === id) ?? -1;
    const image = photos?.[place];
    if (day === undefined || photos === undefined || image === undefined) return undefined;
    const isLast = photos.length >= (this.sections.days[day]?.count ?? 0);
    return {
      image,
      previous: photos[place - 1] ?? this.photos[day - 1]?.at(-1),
      next: photos[place + 1] ?? (isLast ? this.photos[day + 1]?.[0] : undefined),
      index: this.countBefore(day) + place,
      count: this.count,
      isWhole: true,
    };
  }

  async reach(id: string, day?: string): Promise<void> {
    const index = this.indexOf(id) ?? (day === undefined ? undefined : this.sections.indexOf(day));
    if (index !== undefined) await this.complete(index - 1, index + 1);
  }

  async between(one: string, other: string): Promise<readonly string[]> {
    const [from, to] = [this.indexOf(one), this.indexOf(other)];
    if (from === undefined || to === undefined) return [];
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    await this.complete(first, last);
    const ids = this.idsOf(first, last + 1);
    const ends = [ids.indexOf(one), ids.indexOf(other)];
    return ids.slice(Math.min(...ends), Math.max(...ends) + 1);
  }

  async *all(): AsyncIterable<readonly string[]> {
    for (let from = 0; from < this.sections.days.length; from += DAYS) {
      await this.complete(from, from + DAYS - 1);
      yield this.idsOf(from, from + DAYS);
    }
  }

  of(ids: ReadonlySet<string>): readonly GalleryImage[] {
    return this.photos.flatMap((photos) => photos?.filter(({ id }) => ids.has(id)) ?? []);
  }

  private idsOf(from: number, until: number): readonly string[] {
    return this.photos.slice(from, until).flatMap((photos) => (photos ?? []).map(({ id }) => id));
  }
}

/** All days of a filter. */
async function daysOf(filter: LibraryFilter): Promise<Found> {
  const days: DayCount[] = [];
  let cursor: string | undefined;
  for (;;) {
    const query = { ...conditionsOf(filter), ...(cursor !== undefined && { cursor }) };
    const answer = await client.call('GET /api/images/days', { query });
    answer.days.forEach((day, index) =>
      days.push({ day, count: answer.counts[index] ?? 0, ratios: answer.ratios[index] ?? 0 }),
    );
    if (answer.nextCursor === undefined) return { days, undated: answer.undated };
    cursor = answer.nextCursor;
  }
}
