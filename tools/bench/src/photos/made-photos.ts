import type { Image, ImageDescription } from '@cairn/images';
import { likeness, type ComparableHashes, type PhotoPosition } from '@cairn/images/spi';
import { Chance, HashMaker } from './chance.js';
import { atSea, besides, DAYS, placeOn } from './made-places.js';

const SEED = 52;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2005, 0, 1);
const CREATED = Date.UTC(2025, 0, 1);
const CREATED_EVERY_MS = 250;
const MOST_ON_A_WALK = 40;
/** Where a photo at sea, one of the rare camera and one with the rare tag are among the others. */
const SEA = { every: 20_000, at: 11 };
export const RARE_CAMERA = { every: 13_000, at: 17, make: 'Leica', model: 'M9' } as const;
export const RARE_TAG = { every: 10_000, at: 3, name: 'wedding' } as const;
/** Of fifty photos one is like the one before it, or three are, one has hardly any structure, and one is there twice. */
const KINDS = 50;
const KIND = { alike: [1, 21, 22, 23], plain: 10, copy: 30 } as const;

/** The maker and the model, and how many of a hundred photos are taken with them. */
const cameras: readonly (readonly [make: string, model: string, share: number])[] = [
  ['Apple', 'iPhone 12', 34],
  ['Canon', 'Canon EOS 80D', 22],
  ['samsung', 'SM-G960F', 16],
  ['NIKON CORPORATION', 'NIKON D90', 11],
  ['Google', 'Pixel 4', 8],
  ['Panasonic', 'DMC-TZ10', 5],
  ['SONY', 'ILCE-6000', 3],
];
export const COMMON_CAMERA = 'Apple iPhone 12';
const tagNames = Array.from({ length: 60 }, (_, index) => `tag-${index}`);
/** A third of the walks with tags have this one. */
export const COMMON_TAG = 'tag-0';

const isAlike = (kind: number): boolean => KIND.alike.some((one) => one === kind);

/** A photo, and earlier ones that it looks like. */
export interface MadePhoto {
  readonly image: Image;
  readonly alike: readonly { readonly id: string; readonly distance: number }[];
}

/** What the photos of one walk have in common. */
interface Walk {
  readonly day: number;
  readonly place: PhotoPosition | undefined;
  readonly isDated: boolean;
  readonly tags: readonly string[];
  readonly camera: { readonly make: string; readonly model: string };
  left: number;
  at: number;
}

/** Some of the photos that may be made. Only those of one range are alike. */
export interface Range {
  readonly from: number;
  readonly count: number;
}

/** Photos of twenty years, in walks of up to forty, whose order is that of no clock. The same in every run. */
export function* madePhotos(owner: string, { from, count }: Range): Generator<MadePhoto, void> {
  const maker = new PhotoMaker(owner, from);
  for (let number = from; number < from + count; number += 1) yield maker.next(number);
}

class PhotoMaker {
  private readonly random: Chance;
  private readonly hashes = new HashMaker(new Chance(SEED));
  private walk: Walk;
  /** Photos that the next one may be like. */
  private group: { readonly id: string; readonly hashes: ComparableHashes }[] = [];
  private last: Pick<Image, 'file' | 'description'> | undefined;

  constructor(
    private readonly owner: string,
    from: number,
  ) {
    this.random = new Chance(SEED + from);
    this.walk = this.nextWalk();
  }

  next(number: number): MadePhoto {
    if (this.walk.left === 0) this.walk = this.nextWalk();
    this.walk.left -= 1;
    this.walk.at += (1 + this.random.below(90)) * 1_000;
    const kind = number % KINDS;
    const id = this.random.text(22);
    const made = this.appearance(kind);
    const alike = made === undefined ? [] : this.likeEarlier(kind, id, made);
    const description = kind === KIND.copy ? this.last?.description : this.described(number, made);
    const file = kind === KIND.copy ? this.last?.file : undefined;
    const image = this.image(number, { id, description, file });
    this.last = image;
    return { image, alike };
  }

  private image(
    number: number,
    given: {
      readonly id: string;
      readonly description: ImageDescription | undefined;
      readonly file: Image['file'] | undefined;
    },
  ): Image {
    const { id, description, file = this.file() } = given;
    const { day, tags } = this.walk;
    const [folder = ''] = new Date(FIRST_DAY + day * DAY_MS).toISOString().split('-');
    const createdAt = CREATED + number * CREATED_EVERY_MS;
    const rating = this.random.below(20) === 0 ? 1 + this.random.below(5) : undefined;
    return {
      id,
      owner: this.owner,
      path: `photos/${folder}/${number % KINDS === KIND.copy ? 'backup' : 'camera'}`,
      fileName: `IMG_${number}.jpg`,
      tags: number % RARE_TAG.every === RARE_TAG.at ? [...tags, RARE_TAG.name] : tags,
      visibility: this.random.below(10) === 0 ? 'public' : 'private',
      file: { ...file, blobKey: this.random.text(32) },
      description,
      createdAt,
      updatedAt: createdAt,
      ...(this.random.below(30) === 0 && { favourite: true }),
      ...(rating !== undefined && { rating }),
    };
  }

  private file(): Image['file'] {
    const [width, height] = this.random.below(3) === 0 ? [3_000, 4_000] : [4_000, 3_000];
    const contentType = this.random.below(12) === 0 ? 'image/png' : 'image/jpeg';
    const sizeInBytes = 1_000_000 + this.random.below(5_000_000);
    return {
      contentType,
      width,
      height,
      frames: 1,
      orientation: 1,
      blobKey: '',
      sizeInBytes,
      sha256: this.random.hash(64),
    };
  }

  private described(number: number, hashes: ComparableHashes | undefined): ImageDescription {
    const { place, isDated, camera, at } = this.walk;
    const position =
      number % SEA.every === SEA.at ? atSea(this.random) : place && besides(place, this.random);
    const isRare = number % RARE_CAMERA.every === RARE_CAMERA.at;
    const { make, model } = isRare ? RARE_CAMERA : camera;
    return {
      uploadSha256: this.random.hash(64),
      uploadSizeInBytes: 1_000_000 + this.random.below(5_000_000),
      removed: ['gps', 'serial'],
      ...(isDated && { capturedAt: new Date(at).toISOString().slice(0, 19) }),
      camera: { make, model },
      ...(position && { position }),
      appearance: {
        color: `#${this.random.hash(6)}`,
        thumbhash: this.random.text(32),
        ...(hashes ?? { perceptualHash: '0000000000000003', dctHash: this.random.hash(16) }),
      },
    };
  }

  private appearance(kind: number): ComparableHashes | undefined {
    const first = this.group[0]?.hashes;
    if (kind === KIND.plain) return undefined;
    if (kind === KIND.copy) return this.group.at(-1)?.hashes;
    return first !== undefined && isAlike(kind)
      ? this.hashes.like(first, kind)
      : this.hashes.next(this.random);
  }

  /** Compares it with the photos that it was made like. */
  private likeEarlier(kind: number, id: string, hashes: ComparableHashes): MadePhoto['alike'] {
    if (!isAlike(kind) && kind !== KIND.copy) this.group = [];
    const alike = this.group.flatMap((earlier) => {
      const distance = likeness(earlier.hashes, hashes);
      return distance === undefined ? [] : [{ id: earlier.id, distance }];
    });
    this.group.push({ id, hashes });
    return alike;
  }

  private nextWalk(): Walk {
    const chance = this.random;
    const day = this.dayOfWalk();
    const [make, model] = this.cameraOfWalk();
    return {
      day,
      place: chance.below(4) === 0 ? undefined : placeOn(day, chance),
      isDated: chance.below(25) !== 0,
      tags: chance.below(3) === 0 ? [] : tagNames.slice(...this.span()),
      camera: { make, model },
      left: 1 + chance.below(MOST_ON_A_WALK),
      at: FIRST_DAY + day * DAY_MS + (8 + chance.below(11)) * 3_600_000,
    };
  }

  /** Up to three tags, the first ones more often. */
  private span(): readonly [from: number, to: number] {
    const from = Math.floor(tagNames.length * this.random.next() ** 3);
    return [from, from + 1 + this.random.below(3)];
  }

  /** More in later years, and twice as many in summer. */
  private dayOfWalk(): number {
    for (;;) {
      const day = Math.floor(DAYS * this.random.next() ** 0.7);
      const inYear = day % 365;
      if ((inYear > 150 && inYear < 245) || this.random.below(2) === 0) return day;
    }
  }

  private cameraOfWalk(): readonly [make: string, model: string] {
    let rest = this.random.below(99);
    for (const [make, model, share] of cameras) if ((rest -= share) < 0) return [make, model];
    return ['Apple', 'iPhone 12'];
  }
}
