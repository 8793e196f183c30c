import { EXPORT_LIST, EXPORT_PARTS } from '../transfer/export-layout.js';
import { Fields } from '../transfer/fields.js';
import { isInside, type ExportFolder } from './export-folder.js';

/**
 * The files that exports have written into a folder, each with the id of its image or space. No other file is replaced
 * or removed. Files are listed before they are written, so that a killed export leaves no unlisted file.
 */
export class ExportedFiles {
  private readonly current = new Map<string, string>();
  /** The names of this export, keyed by a form that is equal if file systems may treat names as equal. */
  private readonly taken = new Map<string, string>();

  private constructor(
    private readonly folder: ExportFolder,
    /** The files of earlier exports. */
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

  /** The ids of everything that earlier exports have written. */
  formerIds(): ReadonlySet<string> {
    return new Set(this.former.values());
  }

  has(name: string): boolean {
    return this.former.has(name) || this.current.has(name);
  }

  /**
   * Reserves a name for this export. Returns `false` if the export already uses a name that differs only in case or
   * accents.
   */
  claim(name: string): boolean {
    const spelling = spellingOf(name);
    if (this.taken.has(spelling)) return false;
    this.taken.set(spelling, name);
    return true;
  }

  /** Must be called before the file is written. */
  async add(name: string, id: string): Promise<void> {
    this.current.set(name, id);
    if (this.former.get(name) !== id) await this.folder.append(EXPORT_LIST, lineOf([name, id]));
  }

  /** Releases a name that no file can have. */
  forget(name: string): void {
    this.current.delete(name);
    this.taken.delete(spellingOf(name));
  }

  /** Removes files that earlier exports wrote and this one did not. Returns the number of removed images and spaces. */
  async removeFormer(): Promise<number> {
    let removed = 0;
    for (const name of this.former.keys()) {
      if (this.current.has(name)) continue;
      const twin = this.taken.get(spellingOf(name));
      if (twin !== undefined && (await this.folder.isSame(name, twin))) continue;
      // Bytes without their record would be imported as another image.
      for (const file of [name, recordNameOf(name), sidecarNameOf(name)]) await this.folder.discard(file);
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

/** The name of the XMP sidecar of an image. */
export const sidecarNameOf = (name: string): string => `${name}.xmp`;

const spellingOf = (name: string): string => name.normalize('NFC').toLowerCase();

const lineOf = ([file, id]: readonly [string, string]): string => `${JSON.stringify({ file, id })}\n`;

/** The last line may be incomplete. Files outside of the folders of an export are ignored. */
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
