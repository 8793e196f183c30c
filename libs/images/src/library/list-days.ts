import { InvalidInput, parseLimit, type PortsOf } from '@cairn/kernel';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import type { CameraCount, DayCounts } from '../catalog/query/catalog-counts.js';
import { parseTakenPeriod } from '../image/taken.js';
import { parseImageFilter, type ImageFilter } from './read-images.js';

/** The most days of an answer: more than a life has photos of. */
export const MAX_DAYS = 10_000;

/** Days with photos. `next` is the last of these days if there are earlier ones. */
export interface DayPage extends DayCounts {
  readonly next?: string;
}

/** Lists the days on which the images that match a filter were taken, with their numbers, the latest first. */
export class ListDays {
  static readonly ports = { catalog: CatalogRepository };

  constructor(private readonly ports: PortsOf<typeof ListDays.ports>) {}

  /**
   * @param before A day: only those before it.
   * @throws {InvalidInput} naming every fault of the filter.
   */
  async execute(owner: string, filter: ImageFilter, before?: string): Promise<DayPage> {
    if (before !== undefined) assertDay(before);
    const { where } = parseImageFilter(filter);
    const { days, undated } = await this.ports.catalog.listDays(owner, {
      where,
      limit: MAX_DAYS + 1,
      before,
    });
    const shown = days.slice(0, MAX_DAYS);
    const next = days.length > MAX_DAYS ? shown.at(-1)?.day : undefined;
    return { days: shown, undated, ...(next !== undefined && { next }) };
  }
}

function assertDay(text: string): void {
  if (text.length === 10) parseTakenPeriod(text);
  else
    throw InvalidInput.of('invalid-cursor', 'The cursor is not a `nextCursor` of this listing.', '/cursor');
}

/** Lists the cameras of an owner's images, the most frequent first. */
export class ListCameras {
  static readonly ports = { catalog: CatalogRepository };

  constructor(private readonly ports: PortsOf<typeof ListCameras.ports>) {}

  async execute(owner: string, limit: number): Promise<readonly CameraCount[]> {
    return await this.ports.catalog.listCameras(owner, parseLimit(limit));
  }
}
