import { EXPORT_LIST, EXPORT_PARTS } from '../transfer/export-layout.js';
import { Fields } from '../transfer/fields.js';
import { isInside, type ExportFolder } from './export-folder.js';

/**
 * The files in a folder that exports have written, with the id of what each is of. No other file is replaced or removed. A
 * file is listed before it is written, so that an export that was killed leaves none that is not listed.
 */
export class ExportedFiles {
  private readonly current = new Map<string, string>();
  /** Of this export, by a spelling that file systems may take for the same. */
  private readonly taken = new Map<string, string>();

  private constructor(
    private readonly folder: ExportFolder,
    /** Of the exports before. */
    private readonly former: ReadonlyMap<string, string>,
  ) {}

  static async open(folder: ExportFolder): Promise<ExportedFiles> {
    const text = (await folder.find(EXPORT_LIST)) ?? '';
    if (text !== '' && !text.endsWith('\n')) await folder.append(EXPORT_LIST, '\n');
    return new ExportedFiles(folder, new Map(text.split('\n').flatMap(entryIn)));
  }

  get isEmpty(): boolean {
    return this.former.size === 0;
  }

  /** The ids of what earlier exports have written. */
  formerIds(): ReadonlySet<string> {
    return new Set(this.former.values());
  }

  has(name: string): boolean {
    return this.former.has(name) || this.current.has(name);
  }

  /** Takes a name in this export. Returns `false` where it has another one that differs in case or accents at most. */
  claim(name: string): boolean {
    const spelling = spellingOf(name);
    if (this.taken.has(spelling)) return false;
    this.taken.set(spelling, name);
    return true;
  }

  /** To be called before the file is written. */
  async add(name: string, id: string): Promise<void> {
    this.current.set(name, id);
    if (this.former.get(name) !== id) await this.folder.append(EXPORT_LIST, lineOf([name, id]));
  }

  /** Gives a name back that no file can have. */
  forget(name: string): void {
    this.current.delete(name);
    this.taken.delete(spellingOf(name));
  }

  /** Removes what earlier exports have written and this one has not. Returns how many files of images and spaces that were. */
  async removeFormer(): Promise<number> {
    let removed = 0;
    for (const name of this.former.keys()) {
      if (this.current.has(name)) continue;
      const twin = this.taken.get(spellingOf(name));
      if (twin !== undefined && (await this.folder.isSame(name, twin))) continue;
      // Bytes without their record would be imported as another image.
      for (const file of [name, recordNameOf(name)]) await this.folder.discard(file);
      await this.folder.removeEmptyAbove(name);
      removed += 1;
    }
    const lines = [...this.current].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(lineOf);
    await this.folder.writeText(EXPORT_LIST, lines.join(''));
    return removed;
  }
}

/** The name of the file that describes an image or a space. */
export const recordNameOf = (name: string): string =>
  name.startsWith(EXPORT_PARTS.spaces) ? name.replace(/\.ndjson$/, '.json') : `${name}.json`;

const spellingOf = (name: string): string => name.normalize('NFC').toLowerCase();

const lineOf = ([file, id]: readonly [string, string]): string => `${JSON.stringify({ file, id })}\n`;

/** The last line may be one that was not written whole. Nothing outside of the folders of an export is listed. */
function entryIn(line: string): readonly [string, string][] {
  try {
    const json = Fields.parse(line);
    const [file, id] = [json.text('file'), json.text('id')];
    if (file === undefined || id === undefined || !isInside(file)) return [];
    const isPart = file.startsWith(EXPORT_PARTS.images) || file.startsWith(EXPORT_PARTS.spaces);
    return isPart ? [[file, id]] : [];
  } catch {
    return [];
  }
}
