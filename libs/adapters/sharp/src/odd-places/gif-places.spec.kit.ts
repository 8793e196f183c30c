import { gifFile, gifParts, subBlocks, type GifPart } from './containers.spec.kit.js';
import type { Places } from './places.spec.kit.js';
import { MARKER } from './served.spec.kit.js';

const [EXTENSION, FRAME] = [0x21, 0x2c];
const extension = (label: number, ...blocks: readonly (string | Buffer)[]): GifPart => ({
  head: Buffer.of(EXTENSION, label),
  blocks: blocks.map((block) => (typeof block === 'string' ? Buffer.from(block, 'latin1') : block)),
});
const isLabelled = (label: number) => (part: GifPart) => part.head[0] === EXTENSION && part.head[1] === label;
const isFrame = ({ head, blocks }: GifPart): boolean => blocks !== undefined && head[0] === FRAME;

function first(bytes: Buffer, ...added: readonly GifPart[]): Buffer {
  return gifFile(gifParts(bytes).toSpliced(2, 0, ...added));
}
const last = (bytes: Buffer, ...added: readonly GifPart[]): Buffer =>
  gifFile(gifParts(bytes).toSpliced(-1, 0, ...added));
const changed = (
  bytes: Buffer,
  isWanted: (part: GifPart) => boolean,
  change: (blocks: readonly Buffer[]) => readonly Buffer[],
): Buffer =>
  gifFile(
    gifParts(bytes).map((part) => (isWanted(part) ? { ...part, blocks: change(part.blocks ?? []) } : part)),
  );
const control = isLabelled(0xf9);
const application = isLabelled(0xff);
const all = (blocks: readonly Buffer[]): Buffer => Buffer.concat(blocks);

export const gifPlaces: Places = {
  'a comment': ({ gif }) => first(gif, extension(0xfe, MARKER)),
  'a comment behind the frames': ({ gif }) => last(gif, extension(0xfe, MARKER)),
  'an application extension': ({ gif }) => first(gif, extension(0xff, 'JANEDOE 1.0', MARKER)),
  XMP: ({ gif }) => first(gif, extension(0xff, 'XMP DataXMP', MARKER)),
  'an unknown extension': ({ gif }) => first(gif, extension(0x77, MARKER)),
  'plain text': ({ gif }) => last(gif, extension(0x01, Buffer.alloc(12), MARKER)),
  'plain text before a frame': ({ gif }) => first(gif, extension(0x01, Buffer.alloc(12), MARKER)),
  'a second block of repetitions': ({ animatedGif }) =>
    changed(animatedGif, application, (blocks) => [...blocks, MARKER]),
  'a long block of repetitions': ({ animatedGif }) =>
    changed(animatedGif, application, ([name, block]) => [
      name ?? MARKER,
      Buffer.concat([block ?? MARKER, MARKER]),
    ]),
  'repetitions without a number': ({ gif }) => first(gif, extension(0xff, 'NETSCAPE2.0', MARKER)),
  'the size of a buffer': ({ gif }) =>
    first(gif, extension(0xff, 'NETSCAPE2.0', `\x02${MARKER.toString('latin1')}`)),
  'a second block of a control': ({ animatedGif }) =>
    changed(animatedGif, control, (blocks) => [...blocks, MARKER]),
  'a long block of a control': ({ animatedGif }) =>
    changed(animatedGif, control, (blocks) => [Buffer.concat([...blocks, MARKER])]),
  'a profile that is none': ({ gif }) => first(gif, extension(0xff, 'ICCRGBG1012', MARKER)),
  'behind the pixels, in their last block': ({ gif }) =>
    changed(gif, isFrame, (blocks) => subBlocks(Buffer.concat([all(blocks), MARKER]))),
  'behind the pixels, in a block': ({ gif }) => changed(gif, isFrame, (blocks) => [...blocks, MARKER]),
  'behind the pixels, in many blocks': ({ animatedGif }) =>
    changed(animatedGif, isFrame, (blocks) => [...blocks, MARKER, Buffer.alloc(255), MARKER]),
  'behind the trailer': ({ gif }) => Buffer.concat([gif, MARKER]),
  'in place of the trailer': ({ gif }) =>
    Buffer.concat([gif.subarray(0, -1), Buffer.of(EXTENSION, 0xfe), MARKER]),
  'a colour table that no frame uses': ({ gif }) => {
    const parts = gifParts(gif).map((part) => {
      if (!isFrame(part)) return part;
      const [descriptor, codeBits] = [Buffer.from(part.head.subarray(0, 10)), part.head.subarray(-1)];
      descriptor[9] = (gif[10] ?? 0) & 0x87;
      return { ...part, head: Buffer.concat([descriptor, gifParts(gif)[1]?.head ?? MARKER, codeBits]) };
    });
    const table = Buffer.from(parts[1]?.head ?? MARKER);
    MARKER.copy(table, 6);
    return gifFile(parts.with(1, { head: table }));
  },
};
