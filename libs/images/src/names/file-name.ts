import { toNfc } from '@cairn/kernel';
import { extensions, type ImageType } from '../image/image-type.js';
import { MAX_SEGMENT_BYTES } from './image-path.js';
import { NAME_CHARACTERS, utf8Length, utf8Prefix } from './text.js';

const SUFFIX_LENGTH = 8;
/** 131 bits. */
const UNGUESSABLE_LENGTH = 22;
const LONGEST_EXTENSION = 5;
const MAX_STEM_BYTES = MAX_SEGMENT_BYTES - LONGEST_EXTENSION - 1 - SUFFIX_LENGTH;
const MAX_UNGUESSABLE_STEM_BYTES = MAX_STEM_BYTES + SUFFIX_LENGTH - UNGUESSABLE_LENGTH;

const FOLDERS = /^.*[/\\]/s;
const unsafe = new RegExp(`[^${NAME_CHARACTERS}]+`, 'gu');

/** A file name to serve: a sanitized stem, a suffix if the plain name was taken, and the extension of the real type. */
export class FileName {
  private constructor(
    private readonly stem: string,
    private readonly type: ImageType,
  ) {}

  /** A file name that can be sent anywhere: `from` makes the same name of it. */
  static clean(uploaded: string): string {
    return toNfc(uploaded).replace(FOLDERS, '').replace(unsafe, '-');
  }

  /** Reads the name of an upload without folders and extension. Any text gives a usable name. */
  static from(uploaded: string, type: ImageType): FileName {
    const stem = toNfc(uploaded)
      .replace(FOLDERS, '')
      .replace(/\.(?=\d*[a-z])[a-z\d]{1,5}$/i, '')
      .replace(unsafe, '-')
      .replace(/^[\p{M}. \-]+/u, '');
    const cut = utf8Prefix(stem, MAX_STEM_BYTES).replace(/(?<![. \-])[. \-]+$/, '');
    return new FileName(cut === '' ? 'image' : cut, type);
  }

  /** The name without the part that `unguessable` added: anyone who knows that part knows the address. */
  static shown(fileName: string): string {
    return fileName.replace(new RegExp(`-[0-9A-Za-z]{${UNGUESSABLE_LENGTH}}(?=\\.[a-z]+$)`), '');
  }

  /** Whether a file of this type can be served under a name that `FileName` gave it elsewhere. */
  static fits(fileName: string, type: ImageType): boolean {
    const isSafe = !/^[. ]/.test(fileName) && fileName.search(unsafe) === -1;
    return isSafe && utf8Length(fileName) <= MAX_SEGMENT_BYTES && fileName.endsWith(`.${extensions[type]}`);
  }

  plain(): string {
    return `${this.stem}.${extensions[this.type]}`;
  }

  /** Whether `fileName` is this name with any suffix. */
  isSuffixedAs(fileName: string): boolean {
    const [before, after] = [`${this.stem}-`, `.${extensions[this.type]}`];
    const isLong = fileName.length === before.length + SUFFIX_LENGTH + after.length;
    return isLong && fileName.startsWith(before) && fileName.endsWith(after);
  }

  /** The name with a suffix from `draw`, which must return this many unguessable characters. */
  suffixed(draw: (length: number) => string): string {
    return `${this.stem}-${draw(SUFFIX_LENGTH)}.${extensions[this.type]}`;
  }

  /** The name with a suffix that is too long to be guessed. */
  unguessable(draw: (length: number) => string): string {
    const stem = utf8Prefix(this.stem, MAX_UNGUESSABLE_STEM_BYTES);
    return `${stem}-${draw(UNGUESSABLE_LENGTH)}.${extensions[this.type]}`;
  }
}
