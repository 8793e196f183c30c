import type { PhotoFacts, PhotoRemarks } from '../photo/photo-facts.js';
import { NAMESPACES, type XmpName } from './xmp-names.js';
import type { OwnFacts, XmpShown } from './read-xmp.js';

/** What an XMP sidecar tells of a photo. */
export interface XmpContent extends Pick<PhotoFacts, 'capturedAt' | 'position'>, PhotoRemarks {
  readonly own?: OwnFacts | undefined;
  readonly shown?: XmpShown | undefined;
}

/** The text of a sidecar `name.jpg.xmp`, as Lightroom, digiKam, darktable, Immich and `readXmp` read it. */
export function writeXmp({ tags, title, caption, favourite, rating, ...facts }: XmpContent): string {
  const { capturedAt, position, own, shown } = facts;
  const properties = [
    ...list('dc:title', 'Alt', title === undefined ? [] : [title]),
    ...list('dc:description', 'Alt', caption === undefined ? [] : [caption]),
    ...list('tiff:ImageDescription', 'Alt', caption === undefined ? [] : [caption]),
    ...list('dc:subject', 'Bag', tags),
    ...list('lr:hierarchicalSubject', 'Bag', tags),
    ...list('digiKam:TagsList', 'Seq', tags),
    ...value('xmp:Rating', rating?.toString()),
    ...value('fstop:favorite', favourite && '1'),
    ...value('cairn:Favourite', favourite && 'True'),
    ...value('exif:DateTimeOriginal', capturedAt),
    ...value('photoshop:DateCreated', capturedAt),
    ...value('exif:GPSLatitude', position && angle(position.latitude, 'N', 'S')),
    ...value('exif:GPSLongitude', position && angle(position.longitude, 'E', 'W')),
    ...looks(shown),
    ...ownProperties(own),
  ];
  const used = Object.entries(NAMESPACES).filter(
    ([prefix]) => prefix !== 'rdf' && properties.some((line) => line.startsWith(`<${prefix}:`)),
  );
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Cairn">',
    ` <rdf:RDF xmlns:rdf="${NAMESPACES.rdf}">`,
    '  <rdf:Description rdf:about=""',
    `${used.map(([prefix, uri]) => `    xmlns:${prefix}="${uri}"`).join('\n')}>`,
    ...properties.map((line) => `   ${line}`),
    '  </rdf:Description>',
    ' </rdf:RDF>',
    '</x:xmpmeta>',
    '<?xpacket end="w"?>',
    '',
  ].join('\n');
}

function value(name: XmpName, text: string | undefined): readonly string[] {
  return text === undefined ? [] : [`<${name}>${escaped(text)}</${name}>`];
}

function list(name: XmpName, kind: 'Alt' | 'Bag' | 'Seq', texts: readonly string[]): readonly string[] {
  if (texts.length === 0) return [];
  const language = kind === 'Alt' ? ' xml:lang="x-default"' : '';
  const items = texts.map((text) => `<rdf:li${language}>${escaped(text)}</rdf:li>`).join('');
  return [`<${name}><rdf:${kind}>${items}</rdf:${kind}></${name}>`];
}

function looks(shown: XmpContent['shown']): readonly string[] {
  if (shown === undefined) return [];
  const { orientation, crop } = shown;
  const turned = value('tiff:Orientation', `${orientation}`);
  if (crop === undefined) return turned;
  return [
    ...turned,
    ...value('crs:HasCrop', 'True'),
    ...value('crs:CropTop', fraction(crop.top)),
    ...value('crs:CropLeft', fraction(crop.left)),
    ...value('crs:CropBottom', fraction(crop.top + crop.height)),
    ...value('crs:CropRight', fraction(crop.left + crop.width)),
    ...value('crs:CropAngle', '0'),
  ];
}

function ownProperties({ takenAt, position, edit }: OwnFacts = {}): readonly string[] {
  const crop = edit?.crop;
  return [
    ...value('cairn:TakenAt', takenAt),
    ...value('cairn:Position', position && `${position.longitude},${position.latitude}`),
    ...value('cairn:Turn', edit && `${edit.turn}`),
    ...value('cairn:Mirror', edit && (edit.mirror ? 'True' : 'False')),
    ...value('cairn:Crop', crop && [crop.left, crop.top, crop.width, crop.height].join()),
  ];
}

const DIGITS = 6;
/** Of a minute, as exact as seven decimals of a degree. */
const PARTS = 10 ** DIGITS;

/** Degrees and minutes, as in `33,52.122000S`. */
function angle(degrees: number, positive: string, negative: string): string {
  const parts = Math.round(Math.abs(degrees) * 60 * PARTS);
  const whole = Math.floor(parts / (60 * PARTS));
  const minutes = (parts - whole * 60 * PARTS) / PARTS;
  return `${whole},${minutes.toFixed(DIGITS)}${degrees < 0 ? negative : positive}`;
}

const fraction = (part: number): string => String(Number(Math.min(1, Math.max(0, part)).toFixed(DIGITS)));

/** XML has no other control characters, and no way to write them. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\P{Cc}\n\t]|\p{Cs}|[\ufffe\uffff]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
