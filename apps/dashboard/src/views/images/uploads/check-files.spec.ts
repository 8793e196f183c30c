import { expect, it } from '@jest/globals';
import {
  checkFiles,
  kindByName,
  kindOf,
  neededFor,
  type FileKind,
  type Limits,
  type SameImages,
} from './check-files.ts';

const limits: Limits = {
  types: ['image/jpeg', 'image/png'],
  maxFileInBytes: 10,
  maxPixels: 100,
  maxSidePixels: 100,
};
const file = (name: string, bytes: Uint8Array<ArrayBuffer> | string = 'x'): File => new File([bytes], name);
const latin = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));
const HEIC = latin('\0\0\0\x18ftypheic');
const JPEG = latin('\xff\xd8\xff\xe0');

it.each([
  ['a.JPG', 'image/jpeg'],
  ['IMG_1.HEIC', 'image/heic'],
  ['clip.MOV', 'video'],
  ['.DS_Store', 'system'],
  ['._a.jpg', 'system'],
  ['Thumbs.db', 'system'],
  ['plan.svg', 'drawing'],
  ['P1.CR3', 'raw'],
  ['a', undefined],
  ['notes.txt', undefined],
] as const)('knows %s by its name', (name, kind) => {
  expect(kindByName(name)).toBe(kind);
});

it.each([
  ['IMG_1.HEIC', HEIC, 'image/heic'],
  ['IMG_1.HEIC', JPEG, 'image/jpeg'],
  ['no ending', JPEG, 'image/jpeg'],
  ['no ending', latin('\0\0\0\x14ftypqt  '), 'video'],
  ['picture.dat', latin('\x89PNG\r\n'), 'image/png'],
  ['P1.nef', latin('II*\0'), 'raw'],
  ['scan.tif', latin('II*\0'), 'image/tiff'],
  ['notes.txt', latin('Dear'), 'other'],
  ['empty.txt', latin(''), 'other'],
] as const)('knows %s, %j, by its bytes', async (name, bytes, kind) => {
  expect(await kindOf(file(name, bytes), limits.types)).toBe(kind);
});

it('leaves the bytes of what the server takes by its name to the server', async () => {
  expect(await kindOf(file('a.jpg', 'no picture'), limits.types)).toBe('image/jpeg');
});

async function outcome(files: readonly File[], room = {}) {
  const kinds = new Map<File, FileKind>();
  for (const each of files) kinds.set(each, await kindOf(each, limits.types));
  const found = files.map((each) => ({ file: each, folder: '' }));
  const { accepted, leftOut } = checkFiles(found, { kinds, limits, room });
  return [
    accepted.map((one) => one.file.name),
    leftOut.map(({ why, files: left }) => [why, left.map((one) => one.file.name)]),
  ];
}

it('leaves out what the server would refuse, by reason', async () => {
  const files = [
    ...[
      file('a.jpg'),
      file('large.jpg', 'x'.repeat(11)),
      file('just.png', 'x'.repeat(10)),
      file('no.png', ''),
    ],
    ...[file('a.mov'), file('b.mp4'), file('c.heic', HEIC), file('.DS_Store'), file('b.jpg')],
  ];
  expect(await outcome(files)).toEqual([
    ['a.jpg', 'just.png', 'b.jpg'],
    [
      ['size', ['large.jpg']],
      ['empty', ['no.png']],
      ['video', ['a.mov', 'b.mp4']],
      ['image/heic', ['c.heic']],
      ['system', ['.DS_Store']],
    ],
  ]);
});

it('leaves out what there is no room for, in images and in bytes, and still takes what fits', async () => {
  const files = [file('a.jpg', 'xxxx'), file('b.jpg', 'xxxxxx'), file('clip.mov'), file('c.jpg', 'x')];
  expect(await outcome(files, { images: 1 })).toEqual([
    ['a.jpg'],
    [
      ['room', ['b.jpg', 'c.jpg']],
      ['video', ['clip.mov']],
    ],
  ]);
  expect((await outcome(files, { bytes: 5 }))[0]).toEqual(['a.jpg', 'c.jpg']);
  expect((await outcome(files, { images: -3, bytes: -1 }))[0]).toEqual([]);
});

it.each([
  ['nowhere', [], { images: 1, bytes: 3 }],
  ['in the folder', [{ id: 'a', path: 'lake', inTrash: false }], { images: 0, bytes: 0 }],
  ['in another', [{ id: 'a', path: 'sea', inTrash: false }], { images: 1, bytes: 0 }],
  ['in the trash', [{ id: 'a', path: 'lake', inTrash: true }], { images: 1, bytes: 0 }],
] as const)('a file that is %s takes the room of what is added', (_, same, needed) => {
  const images: SameImages = [...same];
  expect(neededFor({ file: file('a.jpg', 'xxx'), folder: '' }, 'lake', images)).toEqual(needed);
});

it('leaves room for new files that files which are there already do not take', () => {
  const found = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => ({ file: file(name, 'xxx'), folder: '' }));
  const kinds = new Map<File, FileKind>();
  const checked = (room: { readonly images?: number; readonly bytes?: number }) =>
    checkFiles(found, {
      kinds,
      limits,
      room,
      needs: (one) => neededFor(one, '', one === found[2] ? [] : [{ id: 'a', path: '', inTrash: false }]),
    }).accepted.map((one) => one.file.name);
  expect(checked({ images: 1, bytes: 3 })).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
  expect(checked({ images: 0, bytes: 0 })).toEqual(['a.jpg', 'b.jpg']);
});
