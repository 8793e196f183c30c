import { riff, riffChunks, webpChunks, webpFile, type Chunk } from './containers.spec.kit.js';
import { withPrivateTag } from './jpeg-places.spec.kit.js';
import type { Places } from './places.spec.kit.js';
import { MARKER } from './served.spec.kit.js';

const FRAME_BYTES = 16;
const chunk = (type: string, data: Buffer): Chunk => ({ type, data });
const changed = (bytes: Buffer, type: string, change: (data: Buffer) => Buffer): Buffer =>
  webpFile(webpChunks(bytes).map((each) => (each.type === type ? chunk(type, change(each.data)) : each)));
const longer = (bytes: Buffer, type: string): Buffer =>
  changed(bytes, type, (data) => Buffer.concat([data, Buffer.alloc(data.length % 2), MARKER]));
const at = (bytes: Buffer, index: number, ...added: readonly Chunk[]): Buffer =>
  webpFile(webpChunks(bytes).toSpliced(index, 0, ...added));
const last = (bytes: Buffer, ...added: readonly Chunk[]): Buffer =>
  webpFile([...webpChunks(bytes), ...added]);
/** Frames with other chunks. */
const frames = (bytes: Buffer, change: (chunks: readonly Chunk[]) => readonly Chunk[]): Buffer =>
  changed(bytes, 'ANMF', (data) =>
    Buffer.concat([data.subarray(0, FRAME_BYTES), riff(change(riffChunks(data.subarray(FRAME_BYTES))))]),
  );
/** With features, so that other chunks may stand before the image. */
function extended(bytes: Buffer, flags: number): Buffer {
  const features = Buffer.alloc(10);
  features.set([flags, 0, 0, 0, 39, 0, 0, 23]);
  return at(bytes, 0, chunk('VP8X', features));
}

export const webpPlaces: Places = {
  EXIF: ({ webp }) =>
    last(extended(webp, 8), chunk('EXIF', Buffer.concat([Buffer.from('II*\0\x08\0\0\0'), MARKER]))),
  'EXIF that the features do not tell of': ({ webp }) => last(webp, chunk('EXIF', MARKER)),
  XMP: ({ webp }) => last(extended(webp, 4), chunk('XMP ', MARKER)),
  'content credentials': ({ webp }) => last(extended(webp, 0), chunk('C2PA', MARKER)),
  'an unknown chunk before the image': ({ webp }) => at(extended(webp, 0), 1, chunk('jane', MARKER)),
  'an unknown chunk behind the image': ({ webp }) => last(webp, chunk('jane', MARKER)),
  'behind the file': ({ webp }) => Buffer.concat([webp, MARKER]),
  'behind the features': ({ transparent }) => longer(transparent, 'VP8X'),
  'behind the pixels': ({ webp }) => longer(webp, 'VP8 '),
  'behind lossless pixels': ({ lossless }) => longer(lossless, 'VP8L'),
  'behind the transparency': ({ transparent }) => longer(transparent, 'ALPH'),
  'behind the pixels of a transparent image': ({ transparent }) => longer(transparent, 'VP8 '),
  'a second image': ({ webp }) => last(webp, chunk('VP8 ', MARKER)),
  'transparency that the features do not tell of': ({ webp }) =>
    at(extended(webp, 0), 1, chunk('ALPH', MARKER)),
  'a profile that the features do not tell of': ({ webp }) => at(extended(webp, 0), 1, chunk('ICCP', MARKER)),
  'a profile that is none': ({ webp }) => at(extended(webp, 0x20), 1, chunk('ICCP', MARKER)),
  'a second profile': ({ webpWithProfile }) => at(webpWithProfile, 2, chunk('ICCP', MARKER)),
  'behind the tags of the profile': ({ webpWithProfile }) => longer(webpWithProfile, 'ICCP'),
  'a private tag of the profile': ({ webpWithProfile }) => changed(webpWithProfile, 'ICCP', withPrivateTag),
  'behind the parameters of an animation': ({ animatedWebp }) => longer(animatedWebp, 'ANIM'),
  'an unknown chunk in an animation': ({ animatedWebp }) => at(animatedWebp, 3, chunk('jane', MARKER)),
  'an unknown chunk in a frame, behind its image': ({ animatedWebp }) =>
    frames(animatedWebp, (chunks) => [...chunks, chunk('jane', MARKER)]),
  'an unknown chunk of odd length in a frame': ({ animatedWebp }) =>
    frames(animatedWebp, (chunks) => [...chunks, chunk('jane', Buffer.concat([MARKER, Buffer.of(1)]))]),
  'behind the pixels of a frame': ({ animatedWebp }) =>
    frames(animatedWebp, (chunks) =>
      chunks.map(({ type, data }) =>
        chunk(type, Buffer.concat([data, Buffer.alloc(data.length % 2), MARKER])),
      ),
    ),
};
