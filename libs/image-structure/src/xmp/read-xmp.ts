import { parseCapturedAt } from '../photo/captured-at.js';
import type { PhotoFacts, PhotoRemarks } from '../photo/photo-facts.js';
import { parseDegrees, photoPosition, type PhotoPosition } from '../photo/position.js';
import type { XmpName } from './xmp-names.js';
import { propertiesIn, type XmpProperties } from './xmp-properties.js';

/** What XMP tells of a photo. */
export interface XmpFacts extends Pick<PhotoFacts, 'capturedAt' | 'position'>, PhotoRemarks {
  /** What a person set in Cairn, which stands before what the file says. */
  readonly own?: OwnFacts | undefined;
  /** How other programs show the stored pixels. In a file, what they did is done already. */
  readonly shown?: XmpShown | undefined;
}

/** EXIF's orientation from 1 to 8, and a part of the stored picture. */
export interface XmpShown {
  readonly orientation: number;
  readonly crop?: XmpCrop | undefined;
}

/** From properties of Cairn's own. */
export interface OwnFacts {
  readonly takenAt?: string | undefined;
  readonly position?: PhotoPosition | undefined;
  /** Of the upright picture. Not checked. */
  readonly edit?: OwnEdit | undefined;
}

/** Mirrored left to right, then turned clockwise, then cropped, in fractions. */
export interface OwnEdit {
  /** In degrees. */
  readonly turn: number;
  readonly mirror: boolean;
  readonly crop?: XmpCrop | undefined;
}

export interface XmpCrop {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Properties with the path to each tag, and the separator of the path. Immich writes the properties of digiKam.
 * Keywords have no path: `AC/DC` is one tag.
 */
const TAG_PATHS = [
  { name: 'digiKam:TagsList', divider: '/' },
  { name: 'lr:hierarchicalSubject', divider: '|' },
] as const;
/** Properties with times, and the properties with their offsets from UTC. */
const TIMES: readonly { readonly name: XmpName; readonly offset?: XmpName }[] = [
  { name: 'exif:DateTimeOriginal', offset: 'exif:OffsetTimeOriginal' },
  { name: 'photoshop:DateCreated' },
  { name: 'exif:DateTimeDigitized', offset: 'exif:OffsetTimeDigitized' },
  { name: 'xmp:CreateDate' },
];

/**
 * Reads an XMP packet: tags, the time of capture, the position, and what is said of the photo. What is impossible is left out.
 * @throws {Error} if it is not well-formed.
 */
export function readXmp(packet: string): XmpFacts {
  const found = propertiesIn(packet);
  const time = TIMES.map(({ name, offset }) =>
    parseCapturedAt(found.first(name) ?? '', offset && found.first(offset)),
  ).find((each) => each !== undefined);
  const position = photoPosition(
    parseDegrees(found.first('exif:GPSLatitude') ?? '', 'latitude', found.first('exif:GPSLatitudeRef')),
    parseDegrees(found.first('exif:GPSLongitude') ?? '', 'longitude', found.first('exif:GPSLongitudeRef')),
  );
  const own = ownIn(found);
  const shown = shownIn(found);
  // What a person set stands in the common properties too.
  const isOwnTime = own?.takenAt !== undefined && own.takenAt === time;
  const isOwnPosition = own?.position !== undefined;
  return {
    tags: tagsIn(found),
    ...(time !== undefined && !isOwnTime && { capturedAt: time }),
    ...(position && !isOwnPosition && { position }),
    ...remarksIn(found),
    ...(own && { own }),
    ...(shown && { shown }),
  };
}

function tagsIn(found: XmpProperties): readonly string[] {
  const keywords = new Set(found.all('dc:subject'));
  const last = (way: string, divider: string): string | undefined =>
    way
      .split(divider)
      .map((part) => part.trim())
      .findLast((part) => part !== '');
  const others = TAG_PATHS.flatMap(({ name, divider }) =>
    found.all(name).flatMap((way) => (keywords.has(way) ? [] : (last(way, divider) ?? []))),
  );
  return [...new Set([...keywords, ...others])];
}

function remarksIn(found: XmpProperties): Omit<PhotoRemarks, 'tags'> {
  const title = found.first('dc:title');
  const caption = captionIn(found.first('dc:description', 'tiff:ImageDescription') ?? '');
  const rating = starsIn(found.first('xmp:Rating')) ?? starsOfPercent(found.first('MicrosoftPhoto:Rating'));
  // There is no common property. A rating of 5 is not a favourite.
  const isFavourite = /^(?:1|true|yes)$/i.test(found.first('cairn:Favourite', 'fstop:favorite') ?? '');
  return {
    ...(title !== undefined && { title }),
    ...(caption !== undefined && { caption }),
    ...(rating !== undefined && { rating }),
    ...(isFavourite && { favourite: true }),
  };
}

/** What cameras and programs write into every file, instead of a caption. The short ones are modes of Huawei's. */
const MAKERS =
  'casio|general|hp|jenoptik|kodak|(?:konica )?minolta|medion|olympus|pentax|samsung|sony|vivitar';
const NO_CAPTION = new RegExp(
  String.raw`^(?:<?(?:(?:${MAKERS}) )?digital camera>?|sony dsc|samsung(?: camera pictures)?|<digimax .*|dcim\\.*)$`,
  'i',
);
const MODES =
  /^(?:default|dav|mde|mde_soft|edf|cof|qrf|ptr|rpt|rbt|fbt|fbthdr|btr|btf|btfmdn|btfhdr|hdr|rhdr|hdrpl|sdr|sdr_hdrb|oznor|oznorwo|oznorco|frontbhdl|fshbty)$/i;

/** A caption from EXIF or XMP; `undefined` for one that says nothing of the photo. */
export function captionIn(text: string): string | undefined {
  const caption = text.trim();
  return caption === '' || NO_CAPTION.test(caption) || MODES.test(caption) ? undefined : caption;
}

/** Some programs write decimals. */
function starsIn(text: string | undefined): number | undefined {
  const rating = Math.round(Number(text ?? 'none'));
  return rating >= -1 && rating <= 5 ? rating : undefined;
}

/** In percent, as Windows has it: 1, 25, 50, 75 and 99 are one to five stars. */
function starsOfPercent(text: string | undefined): number | undefined {
  const percent = Number(text ?? 'none');
  if (!(percent >= 0 && percent <= 99)) return undefined;
  return percent === 0 ? 0 : Math.min(5, 1 + Math.round(percent / 25));
}

function ownIn(found: XmpProperties): OwnFacts | undefined {
  const [longitude, latitude] = numbersIn(found.first('cairn:Position'));
  const position = photoPosition(latitude, longitude);
  const takenAt = parseCapturedAt(found.first('cairn:TakenAt') ?? '');
  const edit = ownEditIn(found);
  if (position === undefined && takenAt === undefined && edit === undefined) return undefined;
  return { ...(takenAt && { takenAt }), ...(position && { position }), ...(edit && { edit }) };
}

function ownEditIn(found: XmpProperties): OwnEdit | undefined {
  const [turn, mirror] = [found.first('cairn:Turn'), found.first('cairn:Mirror')];
  const [left, top, width, height] = numbersIn(found.first('cairn:Crop'));
  const isWhole = left === undefined || top === undefined || width === undefined || height === undefined;
  if (turn === undefined && mirror === undefined && isWhole) return undefined;
  return {
    turn: Number(turn ?? 0),
    mirror: mirror === 'True',
    ...(!isWhole && { crop: { left, top, width, height } }),
  };
}

/** Without an orientation, nobody knows from where a crop counts. One that is turned by an angle is left out. */
function shownIn(found: XmpProperties): XmpShown | undefined {
  const orientation = Number(found.first('tiff:Orientation') ?? 'none');
  if (!(Number.isInteger(orientation) && orientation >= 1 && orientation <= 8)) return undefined;
  const number = (name: XmpName): number => Number(found.first(name) ?? 'none');
  const [left, top] = [number('crs:CropLeft'), number('crs:CropTop')];
  const [width, height] = [number('crs:CropRight') - left, number('crs:CropBottom') - top];
  const isCropped =
    /^true$/i.test(found.first('crs:HasCrop') ?? '') &&
    !/^true$/i.test(found.first('crs:AlreadyApplied') ?? '') &&
    Number(found.first('crs:CropAngle') ?? 0) === 0;
  const crop = { left, top, width, height };
  const isNumbers = Object.values(crop).every((part) => Number.isFinite(part));
  return { orientation, ...(isCropped && isNumbers && { crop }) };
}

const numbersIn = (text = ''): readonly number[] => (text === '' ? [] : text.split(',', 4).map(Number));
