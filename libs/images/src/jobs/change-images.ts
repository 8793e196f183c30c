import {
  Clock,
  IdGenerator,
  InvalidInput,
  parseAll,
  UserJobRepository,
  type PortsOf,
  type StandingRights,
  type UserJob,
} from '@cairn/kernel';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import { ChangeDetails, ChangeVisibility, EditTags } from '../library/update-images.js';
import { DeleteImages } from '../library/delete-images.js';
import { detailReadersOf, parseTagEdit, type DetailSettings } from '../catalog/image-changes.js';
import type { Image } from '../image/image.js';
import type { Visibility } from '../image/visibility.js';
import type { ImagePlace } from '../catalog/query/image-page.js';
import type { ImageQuery } from '../catalog/query/image-query.js';
import { parseImageFilter, type ImageFilter } from '../library/read-images.js';
import { addJob, assertStillMay, findJob, JOB_ID_LENGTH, type JobStep } from './job-step.js';

/** A change of many images. */
export type ImagesChange =
  | { readonly kind: 'tags'; readonly add: readonly string[]; readonly remove: readonly string[] }
  | { readonly kind: 'visibility'; readonly visibility: Visibility }
  | { readonly kind: 'details'; readonly details: DetailSettings }
  /** `deletedBy` is `user:ID` or `key:ID`. */
  | { readonly kind: 'delete'; readonly deletedBy?: string | undefined };

export const BULK_JOB = 'bulk-change';
/** Maximum images that are changed at once; more are changed in a job. */
export const MAX_AT_ONCE = 1_000;
const STEP = 500;

interface Input {
  readonly where: ImageQuery['where'];
  readonly change: ImagesChange;
  readonly askedBy?: string | undefined;
}

interface Request {
  readonly filter: ImageFilter;
  readonly change: ImagesChange;
  /** `user:ID` or `key:ID`. The job changes nothing more once they have lost the right to. */
  readonly askedBy?: string | undefined;
  /**
   * The id of the job, if one is made; random by default. If the owner has a job with this id, that job is the result.
   */
  readonly jobId?: string | undefined;
  /** Whether to use a job even for few images. */
  readonly inJob?: 'always' | 'if-many' | undefined;
}

/** Images that were changed at once, or the job that changes them. */
export type FilteredChange = { readonly changed: readonly string[] } | { readonly job: UserJob };

/** Changes all images of an owner that match a filter: up to 1,000 at once, more in a job. */
export class ChangeMatchingImages {
  static readonly ports = {
    ...EditTags.ports,
    ...ChangeVisibility.ports,
    ...ChangeDetails.ports,
    ...DeleteImages.ports,
    catalog: CatalogRepository,
    jobs: UserJobRepository,
    clock: Clock,
    ids: IdGenerator,
  };

  private readonly editTags: EditTags;
  private readonly changeVisibility: ChangeVisibility;
  private readonly changeDetails: ChangeDetails;
  private readonly deleteImages: DeleteImages;

  constructor(private readonly ports: PortsOf<typeof ChangeMatchingImages.ports>) {
    this.editTags = new EditTags(ports);
    this.changeVisibility = new ChangeVisibility(ports);
    this.changeDetails = new ChangeDetails(ports);
    this.deleteImages = new DeleteImages(ports);
  }

  /**
   * Does not change images that are added later.
   * @throws {InvalidInput} {UserJobLimitReached}
   */
  async execute(
    owner: string,
    { filter, change, askedBy, jobId, inJob = 'if-many' }: Request,
  ): Promise<FilteredChange> {
    const { catalog, clock, ids, jobs } = this.ports;
    const { where: asked } = parseAll({ filter: () => parseImageFilter(filter) }).filter;
    // A filter that selects everything, such as the folder `/`, must not delete everything.
    if (change.kind === 'delete' && asked.length === 0)
      throw InvalidInput.of('no-condition', 'The filter must have a condition.', '/filter');
    if (change.kind === 'tags') parseTagEdit(change.add, change.remove);
    if (change.kind === 'details') parseAll(detailReadersOf(change.details));
    const known = await findJob(jobs, { owner, id: jobId });
    if (known !== undefined) return { job: known };
    const now = clock.now();
    const where: ImageQuery['where'] = [...asked, { kind: 'created', until: now + 1 }];
    if (inJob === 'if-many') {
      const found = await catalog.list(owner, { where, sort: 'oldest' }, { limit: MAX_AT_ONCE });
      if (found.next === undefined) return { changed: await this.change(owner, idsOf(found.images), change) };
    }
    const input: Input = { where, change, askedBy };
    const job = {
      id: jobId ?? ids.next(JOB_ID_LENGTH),
      owner,
      kind: BULK_JOB,
      input: JSON.stringify(input),
      result: JSON.stringify({ changed: 0 }),
      createdAt: now,
    };
    return { job: await addJob(jobs, job) };
  }

  /**
   * Changes the next images of a job, in the order of their creation. Repeating a step changes nothing more, because
   * images that no longer match are skipped.
   * @throws {RightTaken}
   */
  async step(
    { id, owner, input, position, done, result }: UserJob,
    rights: StandingRights,
  ): Promise<JobStep> {
    const { where, change, askedBy } = readInput(input);
    await assertStillMay(rights, { owner, askedBy });
    const after = position === '' ? undefined : readPlace(position);
    const { changed: before } = readResult(result);
    const query: ImageQuery = { where, sort: 'oldest' };
    const { images, next } = await this.ports.catalog.list(owner, query, { limit: STEP, after });
    const changed = await this.change(owner, idsOf(images), { ...change, deletion: id });
    return {
      done: done + images.length,
      position: next === undefined ? position : JSON.stringify(next),
      result: JSON.stringify({ changed: before + changed.length }),
      isOver: next === undefined,
    };
  }

  private async change(
    owner: string,
    ids: readonly string[],
    change: ImagesChange & { readonly deletion?: string },
  ): Promise<readonly string[]> {
    if (ids.length === 0) return [];
    switch (change.kind) {
      case 'tags':
        return (await this.editTags.execute(owner, ids, change)).changed;
      case 'visibility':
        return (await this.changeVisibility.execute(owner, ids, change.visibility)).changed;
      case 'details':
        return (await this.changeDetails.execute(owner, ids, change.details)).changed;
      case 'delete':
        return (await this.deleteImages.execute(owner, ids, change)).deleted;
    }
  }
}

// These read what `execute` and the step before have written.
const readInput: (text: string) => Input = JSON.parse;
const readPlace: (text: string) => ImagePlace = JSON.parse;
const readResult: (text: string) => { readonly changed: number } = JSON.parse;

const idsOf = (images: readonly Image[]): readonly string[] => images.map(({ id }) => id);
