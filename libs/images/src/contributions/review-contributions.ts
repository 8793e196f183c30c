import {
  Clock,
  DomainError,
  IdGenerator,
  parsePage,
  type Page,
  type PageRequest,
  type PortsOf,
} from '@cairn/kernel';
import { MAX_ALBUM_IMAGES } from '../albums/album.js';
import { CatalogRules } from '../catalog/catalog-rules.js';
import { AddressTaken, ContributionNotFound } from '../errors.js';
import type { Image } from '../image/image.js';
import { FileName } from '../names/file-name.js';
import { ContributionRepository, type Approval } from './contribution-repository.js';
import type { Guest } from '../image/guest.js';
import type { WaitingFilter, WaitingImage } from './contribution.js';

/** What became of images that were to be approved. */
export interface Approved {
  readonly approved: readonly string[];
  /** Dropped, as their place has the same bytes. */
  readonly existing: readonly string[];
  /** Those that go on waiting, and why. */
  readonly left: readonly { readonly id: string; readonly code: string }[];
  /** Those that do not wait, or not any more. */
  readonly missing: readonly string[];
}

/** Decides on images that were added by links and wait. The caller has checked who may. */
export class ReviewContributions {
  static readonly ports = {
    contributions: ContributionRepository,
    rules: CatalogRules,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof ReviewContributions.ports>) {}

  /** The oldest first. */
  async list(owner: string, filter: WaitingFilter, page: PageRequest): Promise<Page<WaitingImage>> {
    return await this.ports.contributions.list(owner, filter, parsePage(page));
  }

  async count(owner: string, filter: WaitingFilter): Promise<number> {
    return await this.ports.contributions.count(owner, filter);
  }

  async find(owner: string, ids: readonly string[]): Promise<readonly WaitingImage[]> {
    return await this.ports.contributions.find(owner, ids);
  }

  /** @throws {ContributionNotFound} */
  async get(owner: string, id: string): Promise<WaitingImage> {
    const [found] = await this.find(owner, [id]);
    if (found === undefined) throw new ContributionNotFound();
    return found;
  }

  /** Each on its own, in the order in which they were added: so they stand in their album. */
  async approve(owner: string, ids: readonly string[], album: Approval['album']): Promise<Approved> {
    const asked = [...new Set(ids)];
    const waiting = (await this.find(owner, asked)).toSorted(byAge);
    const known = new Set(waiting.map(({ image }) => image.id));
    const approved: string[] = [];
    const existing: string[] = [];
    const left: { readonly id: string; readonly code: string }[] = [];
    const missing = asked.filter((id) => !known.has(id));
    for (const { image } of waiting)
      try {
        const { id } = await this.approveOne(image, album);
        (id === image.id ? approved : existing).push(image.id);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        if (error instanceof ContributionNotFound) missing.push(image.id);
        else left.push({ id: image.id, code: error.code });
      }
    return { approved, existing, left, missing };
  }

  /** Returns the identifiers of those that were refused. */
  async refuse(owner: string, ids: readonly string[]): Promise<readonly string[]> {
    const refused = await this.ports.contributions.refuse(owner, ids);
    return refused.map(({ image }) => image.id);
  }

  async guests(owner: string, ids: readonly string[]): Promise<readonly Guest[]> {
    return ids.length === 0 ? [] : await this.ports.contributions.guests(owner, ids);
  }

  /** Its name was free when it was drawn, and nearly always is. */
  private async approveOne({ id, owner, fileName, file }: Image, album: Approval['album']): Promise<Image> {
    const { contributions, rules, clock, ids } = this.ports;
    const terms = {
      defaultQuota: rules.imageQuota,
      now: clock.now(),
      maxImages: MAX_ALBUM_IMAGES,
      album,
    } as const;
    const name = FileName.from(FileName.shown(fileName), file.contentType);
    for (let drawn: string | undefined; ; drawn = name.unguessable((length) => ids.next(length)))
      try {
        return await contributions.approve(owner, id, { ...terms, fileName: drawn });
      } catch (error) {
        if (!(error instanceof AddressTaken)) throw error;
      }
  }
}

const byAge = (one: WaitingImage, other: WaitingImage): number =>
  one.image.createdAt - other.image.createdAt || (one.image.id < other.image.id ? -1 : 1);
