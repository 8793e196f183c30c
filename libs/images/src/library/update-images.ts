import { Clock, IdGenerator, parseAll, type PortsOf } from '@cairn/kernel';
import { AddressTaken } from '../errors.js';
import { FileName } from '../names/file-name.js';
import { parseImagePath } from '../names/image-path.js';
import { CatalogRepository, type ChangedImages } from '../catalog/catalog-repository.js';
import type { Image } from '../image/image.js';
import { composeEdit, type EditChange } from '../image/image-edit.js';
import type { Visibility } from '../image/visibility.js';
import {
  detailReadersOf,
  parseTagEdit,
  readersOf,
  type DetailSettings,
  type ImageSettings,
  type ImageUpdate,
  type TakenChange,
} from '../catalog/image-changes.js';
import { parseTakenAt } from '../image/taken.js';

/** The changes of an image. Absent members stay. */
interface ImageChange extends ImageSettings {
  readonly path?: string | undefined;
  /** Any text, as for the name of an upload. */
  readonly name?: string | undefined;
  /** Replaces the whole edit; `null` undoes it. */
  readonly edit?: EditChange | null | undefined;
}

/** Changes the settings, folder, name or edit of an owner's image. */
export class UpdateImage {
  static readonly ports = { catalog: CatalogRepository, clock: Clock, ids: IdGenerator };

  constructor(private readonly ports: PortsOf<typeof UpdateImage.ports>) {}

  /** Changes all or nothing. @throws {InvalidInput} {ImageNotFound} when the owner has no such image. */
  async execute(owner: string, id: string, { path, name, edit, ...settings }: ImageChange): Promise<Image> {
    const { catalog, clock } = this.ports;
    const parsed = parseAll({
      path: () => (path === undefined ? undefined : parseImagePath(path)),
      ...readersOf(settings),
    });
    const change: ImageUpdate = { ...parsed, ...(edit === null && { edit }), now: clock.now() };
    if (path === undefined && name === undefined && !edit) return await catalog.update(owner, id, change);
    const image = await catalog.get(owner, id);
    if (edit) {
      const composed = parseAll({ edit: () => composeEdit(image.file, edit) });
      if (path === undefined && name === undefined)
        return await catalog.update(owner, id, { ...change, ...composed });
      return await this.move(afterwards(image, change), { name, change: { ...change, ...composed } });
    }
    return await this.move(afterwards(image, change), { name, change });
  }

  /** If the name is taken, or must not be guessed, adds a suffix as an upload does. */
  private async move(
    { owner, id, fileName: former, file, visibility }: Image,
    { name = former, change }: Pick<ImageChange, 'name'> & { readonly change: ImageUpdate },
  ): Promise<Image> {
    const { catalog, ids } = this.ports;
    const wanted = FileName.from(name, file.contentType);
    const draw = (length: number): string => ids.next(length);
    const isGuessable = visibility === 'public' || wanted.plain() === former;
    const next = (): string => (isGuessable ? wanted.suffixed(draw) : wanted.unguessable(draw));
    for (let fileName = isGuessable ? wanted.plain() : next(); ; fileName = next()) {
      try {
        return await catalog.update(owner, id, { ...change, fileName });
      } catch (error) {
        if (!(error instanceof AddressTaken)) throw error;
      }
    }
  }
}

function afterwards(image: Image, { visibility = image.visibility }: ImageUpdate): Image {
  return { ...image, visibility };
}

/** The result of a change of many images, by image identifier. */
interface ChangedIds {
  /** Images that were different before. */
  readonly changed: readonly string[];
  /** Images that the owner does not have. */
  readonly missing: readonly string[];
}

/** Adds and removes tags of an owner's images. All or none. */
export class EditTags {
  static readonly ports = { catalog: CatalogRepository, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof EditTags.ports>) {}

  /** @throws {InvalidInput} also when one of the images would have too many tags. */
  async execute(
    owner: string,
    ids: readonly string[],
    { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
  ): Promise<ChangedIds> {
    const { catalog, clock } = this.ports;
    const change = parseTagEdit(add, remove);
    const wanted = [...new Set(ids)];
    return changedIds(wanted, await catalog.changeTags(owner, wanted, { change, now: clock.now() }));
  }
}

/** In the order of `wanted`. */
function changedIds(wanted: readonly string[], { changed, unchanged }: ChangedImages): ChangedIds {
  const found = new Set([...changed, ...unchanged].map((image) => image.id));
  const done = new Set(changed.map((image) => image.id));
  return { changed: wanted.filter((id) => done.has(id)), missing: wanted.filter((id) => !found.has(id)) };
}

/** Changes who gets the files of an owner's images. All or none. Their addresses stay. */
export class ChangeVisibility {
  static readonly ports = { catalog: CatalogRepository, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof ChangeVisibility.ports>) {}

  async execute(owner: string, ids: readonly string[], visibility: Visibility): Promise<ChangedIds> {
    const { catalog, clock } = this.ports;
    const wanted = [...new Set(ids)];
    return changedIds(
      wanted,
      await catalog.changeVisibility(owner, wanted, { visibility, now: clock.now() }),
    );
  }
}

/** One time for all, `null` for what each file says, or a difference for each. */
export type TakenTimes = { readonly takenAt: string | null } | { readonly shiftMinutes: number };

/** Changes when an owner's images were taken. All or none. */
export class ChangeTaken {
  static readonly ports = { catalog: CatalogRepository, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof ChangeTaken.ports>) {}

  /** @throws {InvalidInput} also when one of them would leave the years 1 to 9999. */
  async execute(owner: string, ids: readonly string[], times: TakenTimes): Promise<ChangedIds> {
    const { catalog, clock } = this.ports;
    const wanted = [...new Set(ids)];
    return changedIds(
      wanted,
      await catalog.changeTaken(owner, wanted, { ...parseTimes(times), now: clock.now() }),
    );
  }
}

type Parsed<T> = T extends unknown ? Omit<T, 'now'> : never;

/** @throws {InvalidInput} */
export function parseTimes(times: TakenTimes): Parsed<TakenChange> {
  if ('shiftMinutes' in times) return { kind: 'shift', minutes: times.shiftMinutes };
  const { takenAt } = times;
  if (takenAt === null) return { kind: 'reset' };
  return { kind: 'set', ...parseAll({ takenAt: () => parseTakenAt(takenAt) }) };
}
/** Changes what is said of an owner's photos, the same for all. All or none. */
export class ChangeDetails {
  static readonly ports = { catalog: CatalogRepository, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof ChangeDetails.ports>) {}

  /** @throws {InvalidInput} */
  async execute(owner: string, ids: readonly string[], details: DetailSettings): Promise<ChangedIds> {
    const { catalog, clock } = this.ports;
    const change = { ...parseAll(detailReadersOf(details)), now: clock.now() };
    const wanted = [...new Set(ids)];
    return changedIds(wanted, await catalog.changeDetails(owner, wanted, change));
  }
}
