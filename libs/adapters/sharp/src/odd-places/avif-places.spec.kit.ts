import { avifBoxes, avifFile, box, boxFile, changed, dataOffset, type Box } from './containers.spec.kit.js';
import { withPrivateTag } from './jpeg-places.spec.kit.js';
import type { Places } from './places.spec.kit.js';
import { MARKER } from './served.spec.kit.js';

const text = (...parts: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
/** The file with some boxes changed. */
function withChange(bytes: Buffer, change: (boxes: readonly Box[]) => readonly Box[]): Buffer {
  const boxes = avifBoxes(bytes);
  return avifFile(change(boxes), dataOffset(boxes));
}
const inside = (bytes: Buffer, type: string, change: (box: Box) => readonly Box[]): Buffer =>
  withChange(bytes, (boxes) => changed(boxes, type, change));
const more = (bytes: Buffer, type: string, ...added: readonly Box[]): Buffer =>
  inside(bytes, type, (each) => [{ ...each, boxes: [...each.boxes, ...added] }]);
/** With the marker behind all that a box has. */
const longer = (bytes: Buffer, type: string): Buffer =>
  inside(bytes, type, (each) => [
    each.boxes.length === 0
      ? { ...each, head: text(each.head, MARKER) }
      : { ...each, boxes: [...each.boxes, raw] },
  ]);
/** A box that stands for bytes which are none: it is too short for its name. */
const raw: Box = box('jane', MARKER);
const infe = (id: number, type: string, rest: string | Buffer): Box =>
  box('infe', text('\x02\0\0\0', Buffer.of(0, id), '\0\0', type, rest));

/** With one more item, whose bytes are the marker. */
function withItem(bytes: Buffer, type: string, rest: string, data: Buffer): Buffer {
  const end = bytes.length;
  const boxes = changed(avifBoxes(bytes), 'iinf', (iinf) => {
    const head = Buffer.from(iinf.head);
    head.writeUInt16BE(iinf.boxes.length + 1, 4);
    return [{ ...iinf, head, boxes: [...iinf.boxes, infe(99, type, rest)] }];
  });
  const grown = changed(boxes, 'iloc', (iloc) => {
    const head = Buffer.from(iloc.head);
    head.writeUInt16BE(head.readUInt16BE(6) + 1, 6);
    const version = head[0] ?? 0;
    const [baseSize, indexSize] = [(head[5] ?? 0) >> 4, version === 0 ? 0 : (head[5] ?? 0) & 15];
    const place = Buffer.alloc(8);
    place.writeUInt32BE(end, 0);
    place.writeUInt32BE(data.length, 4);
    const entry = text(
      '\0\x63',
      Buffer.alloc(version === 0 ? 2 : 4),
      Buffer.alloc(baseSize),
      '\0\x01',
      Buffer.alloc(indexSize),
    );
    return [{ ...iloc, head: text(head, entry, place) }];
  });
  const filled = changed(grown, 'mdat', (mdat) => [{ ...mdat, head: text(mdat.head, data) }]);
  return avifFile(filled, dataOffset(avifBoxes(bytes)));
}

/** A unit of AV1 with a size, behind the pixels. */
function withUnit(bytes: Buffer, type: number): Buffer {
  const unit = text(Buffer.of((type << 3) | 2, MARKER.length + 1), MARKER, '\x80');
  const { length } = avifBoxes(bytes).find((each) => each.type === 'mdat')?.head ?? MARKER;
  const boxes = changed(avifBoxes(bytes), 'mdat', (mdat) => [{ ...mdat, head: text(mdat.head, unit) }]);
  const grown = changed(boxes, 'iloc', (iloc) => {
    const head = Buffer.from(iloc.head);
    const at = head.lastIndexOf(numberOf(length));
    head.writeUInt32BE(length + unit.length, at);
    return [{ ...iloc, head }];
  });
  return avifFile(grown, dataOffset(avifBoxes(bytes)));
}

function numberOf(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const property = (bytes: Buffer, type: string, head: string | Buffer): Buffer =>
  more(bytes, 'ipco', box(type, head));
const metaChild = (bytes: Buffer, type: string, head: string | Buffer): Buffer =>
  more(bytes, 'meta', box(type, head));

export const avifPlaces: Places = {
  EXIF: ({ avif }) => withItem(avif, 'Exif', '\0', text('\0\0\0\0II*\0\x08\0\0\0', MARKER)),
  XMP: ({ avif }) => withItem(avif, 'mime', '\0application/rdf+xml\0', MARKER),
  'an item of another type': ({ avif }) => withItem(avif, 'jane', '\0', MARKER),
  'the name of an item': ({ avif }) =>
    inside(avif, 'infe', (infe) => [{ ...infe, head: text(infe.head.subarray(0, -1), MARKER, '\0') }]),
  'the media type of an item': ({ avif }) =>
    withItem(avif, 'mime', `\0text/${MARKER.toString('latin1')}\0`, Buffer.alloc(4)),
  'the address of an item': ({ avif }) =>
    withItem(avif, 'uri ', `\0${MARKER.toString('latin1')}\0`, Buffer.alloc(4)),
  'behind an entry of an item': ({ avif }) => longer(avif, 'infe'),
  'the name of the handler': ({ avif }) =>
    inside(avif, 'hdlr', (hdlr) => [{ ...hdlr, head: text(hdlr.head.subarray(0, 24), MARKER, '\0') }]),
  'a description by a person (udes)': ({ avif }) =>
    property(avif, 'udes', text('\0\0\0\0en\0', MARKER, '\0', MARKER, '\0tag\0')),
  'an alternative text': ({ avif }) => property(avif, 'altt', text('\0\0\0\0', MARKER, '\0en\0')),
  'a time of creation': ({ avif }) => property(avif, 'crtt', text('\0\0\0\0', MARKER)),
  'an unknown property': ({ avif }) => property(avif, 'jane', MARKER),
  'a free box among the properties': ({ avif }) => property(avif, 'free', MARKER),
  'behind the size of the picture': ({ avif }) => longer(avif, 'ispe'),
  'behind the depths': ({ avif }) => longer(avif, 'pixi'),
  'behind the colours': ({ avif }) => property(avif, 'colr', text('nclx\0\x01\0\x0d\0\x06\x80', MARKER)),
  'behind the purpose of the transparency': ({ transparentAvif }) => longer(transparentAvif, 'auxC'),
  'another purpose': ({ avif }) => property(avif, 'auxC', text('\0\0\0\0urn:', MARKER, '\0')),
  'a turn that is too long': ({ avif }) => property(avif, 'irot', text('\0', MARKER)),
  'behind the list of properties': ({ avif }) => longer(avif, 'ipma'),
  'a box beside the properties': ({ avif }) => more(avif, 'iprp', box('jane', MARKER)),
  'behind the places of items': ({ avif }) => longer(avif, 'iloc'),
  'behind the primary item': ({ avif }) => longer(avif, 'pitm'),
  'an unknown box in the header': ({ avif }) => metaChild(avif, 'jane', MARKER),
  'a free box in the header': ({ avif }) => metaChild(avif, 'free', MARKER),
  'a UUID in the header': ({ avif }) => metaChild(avif, 'uuid', MARKER),
  'data in the header that no item names': ({ avif }) => metaChild(avif, 'idat', MARKER),
  'groups of items': ({ avif }) =>
    metaChild(avif, 'grpl', boxFile([box('altr', text('\0\0\0\0\0\0\0\x09\0\0\0\0', MARKER))])),
  'the place of data': ({ avif }) =>
    metaChild(
      avif,
      'dinf',
      boxFile([box('dref', text('\0\0\0\0\0\0\0\x01', boxFile([box('url ', text('\0\0\0\0', MARKER))])))]),
    ),
  brands: ({ avif }) => inside(avif, 'ftyp', (ftyp) => [{ ...ftyp, head: text(ftyp.head, MARKER) }]),
  'bytes of mdat that no item names': ({ avif }) =>
    inside(avif, 'mdat', (mdat) => [{ ...mdat, head: text(mdat.head, MARKER) }]),
  'bytes of mdat before the items': ({ avif }) => {
    const boxes = avifBoxes(avif);
    const filled = changed(boxes, 'mdat', (mdat) => [{ ...mdat, head: text(MARKER, mdat.head) }]);
    return avifFile(filled, dataOffset(boxes) - MARKER.length);
  },
  'another mdat': ({ avif }) => Buffer.concat([avif, boxFile([box('mdat', MARKER)])]),
  'a box before the data': ({ avif }) => inside(avif, 'mdat', (mdat) => [box('jane', MARKER), mdat]),
  'a free box': ({ avif }) => Buffer.concat([avif, boxFile([box('free', MARKER)])]),
  'a UUID': ({ avif }) => Buffer.concat([avif, boxFile([box('uuid', MARKER)])]),
  'behind the boxes': ({ avif }) => Buffer.concat([avif, MARKER]),
  'padding of the picture': ({ avif }) => withUnit(avif, 15),
  'a reserved unit of the picture': ({ avif }) => withUnit(avif, 9),
  'metadata of the picture': ({ avif }) => withUnit(avif, 5),
  'behind the tags of the profile': ({ avifWithProfile }) => longer(avifWithProfile, 'colr'),
  'a private tag of the profile': ({ avifWithProfile }) =>
    inside(avifWithProfile, 'colr', (colr) => [
      { ...colr, head: text(colr.head.subarray(0, 4), withPrivateTag(colr.head.subarray(4))) },
    ]),
};
