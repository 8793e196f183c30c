import { type DomainError, InvalidInput, type PortsOf } from '@cairn/kernel';
import { type Caller, holderOf } from '../caller.js';
import { assertMayWrite } from '../features/feature-access.js';
import type { Cancellation } from '../features/feature-store.js';
import { type FeatureImport, ImportFeatures } from '../features/import-features.js';
import type { ImportFailure, ImportReport } from '../features/importing/import-report.js';
import { ImportTrial } from '../features/importing/import-trial.js';
import type { WriteRule } from '../features/writing/modification.js';
import { SpaceRepository } from '../registry/space-repository.js';
import {
  type FileChunk,
  FeatureFiles,
  type FileFault,
  type FileReading,
  type ReceivedFile,
} from './feature-files.js';
import type { FileChoices } from './file-choices.js';
import type { FileContent } from './file-content.js';
import { FormatLimitExceeded, UnreadableFile } from './format-errors.js';

/** A file as it is sent. */
export interface SentFile {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly choices: FileChoices;
  readonly cancellation?: Cancellation | undefined;
}

/** How the features of a file are imported. */
export interface FileImport
  extends SentFile, Pick<FeatureImport, 'rule' | 'prefixId' | 'repeatedIds' | 'confirm'> {
  /**
   * What to do with a file that turns out to be broken: `refuse` reads all of it before anything is stored, and `keep`
   * stores what comes before.
   */
  readonly broken: 'refuse' | 'keep';
  /** Nothing is stored, and the report is what it would be. */
  readonly dryRun?: boolean | undefined;
  /** Called after each stored chunk. A dry run may begin anew, with lower numbers. */
  readonly progress?: FeatureImport['progress'];
}

/** The result of an import. */
export interface FileReport {
  readonly content: FileContent;
  readonly report: ImportReport;
  /** Why the file could be read no further, where what comes before is kept. */
  readonly broken?: DomainError | undefined;
  /** Features that the file has, but that are not stored; `faults` lists the first ones. */
  readonly failed: number;
  readonly faults: readonly FileFault[];
}

/** The most faults that a report lists. */
export const MAX_LISTED_FAULTS = 100;

/** Imports the features of a file of any format. */
export class ImportFile {
  static readonly ports = { ...ImportFeatures.ports, spaces: SpaceRepository, files: FeatureFiles };

  private readonly importing: ImportFeatures;

  constructor(private readonly ports: PortsOf<typeof ImportFile.ports>) {
    this.importing = new ImportFeatures(ports);
  }

  /** What the file has, and how it would be imported. @throws {SpaceNotFound} {SpaceForbidden} and as `FeatureFiles`. */
  async preview(caller: Caller, spaceId: string, sent: SentFile): Promise<FileContent> {
    await this.assertMayImport(caller, spaceId, []);
    return await this.received(sent, async (file) => await this.inspected(file, readingOf(caller, sent)));
  }

  /**
   * Resolves with what is stored, as `ImportFeatures`.
   * @throws {UnreadableFile} {FormatLimitExceeded} {UnknownCrs} {InvalidInput} if nothing is stored because of the file.
   */
  async execute(caller: Caller, spaceId: string, wanted: FileImport): Promise<FileReport> {
    await this.assertMayImport(caller, spaceId, [wanted.rule]);
    return await this.received(wanted, async (file) => {
      const reading = readingOf(caller, wanted);
      const content = await this.inspected(file, reading);
      const stored = async (trial?: ImportTrial): Promise<FileReport> =>
        await this.stored(caller, spaceId, { wanted, content, chunks: this.read(file, reading), trial });
      if (wanted.dryRun !== true) {
        if (wanted.broken === 'refuse') await readToEnd(this.read(file, reading));
        return await stored();
      }
      const trial = new ImportTrial();
      const report = await stored(trial);
      return trial.next === undefined ? report : await stored(trial.next);
    });
  }

  private async stored(
    caller: Caller,
    spaceId: string,
    { wanted, content, chunks, trial }: ReadFile,
  ): Promise<FileReport> {
    const places = new PlacedLines(chunks, wanted.broken);
    const { rule, prefixId, repeatedIds, confirm, progress, cancellation } = wanted;
    const given = { rule, prefixId, repeatedIds, confirm, cancellation, trial };
    const report = await this.importing.execute(caller, spaceId, {
      ...given,
      bytes: places.lines(),
      progress: async (soFar, failures) => {
        places.settle(soFar.read, failures);
        await progress?.({ ...soFar, failed: places.failed }, failures);
      },
    });
    const { failed, faults, broken } = places;
    if (broken !== undefined && report.chunks === 0) throw broken;
    return { content, report, failed, faults, broken };
  }

  private async assertMayImport(caller: Caller, spaceId: string, rules: readonly WriteRule[]): Promise<void> {
    const space = await this.ports.spaces.get(spaceId);
    assertMayWrite(caller, rules, space);
  }

  /** @throws {InvalidInput} with pointers below `choices`. */
  private async inspected(file: ReceivedFile, reading: FileReading): Promise<FileContent> {
    try {
      return await this.ports.files.inspect(file, reading);
    } catch (error) {
      throw atChoices(error);
    }
  }

  private async *read(file: ReceivedFile, reading: FileReading): AsyncGenerator<FileChunk, void, undefined> {
    try {
      yield* this.ports.files.read(file, reading);
    } catch (error) {
      throw atChoices(error);
    }
  }

  private async received<T>({ name, bytes }: SentFile, use: (file: ReceivedFile) => Promise<T>): Promise<T> {
    const file = await this.ports.files.receive(name, bytes);
    try {
      return await use(file);
    } finally {
      await file.discard();
    }
  }
}

/** A file is read by choices: what is wrong with input is wrong with them. */
function atChoices(error: unknown): unknown {
  if (!(error instanceof InvalidInput)) return error;
  const faults = error.listed.map((fault) => ({ ...fault, pointer: `/choices${fault.pointer}` }));
  return new InvalidInput(faults, error.unlisted);
}

/** Finds out whether a file is whole. */
async function readToEnd(chunks: AsyncIterable<FileChunk>): Promise<void> {
  const reading = chunks[Symbol.asyncIterator]();
  while ((await reading.next()).done !== true);
}

const readingOf = (caller: Caller, { choices, cancellation }: SentFile): FileReading => ({
  choices,
  holder: holderOf(caller),
  cancellation,
});

/** A file that is being read, and what is to be made of it. */
interface ReadFile {
  readonly wanted: FileImport;
  readonly content: FileContent;
  readonly chunks: AsyncIterable<FileChunk>;
  readonly trial: ImportTrial | undefined;
}

/** The lines of a file, and where they are in it until they are stored. */
class PlacedLines {
  failed = 0;
  private known: FileFault[] = [];
  /** What ended the lines, where what comes before is kept. */
  broken: DomainError | undefined;
  private readonly places: number[] = [];
  /** The position of the first one of `places`. */
  private first = 0;

  constructor(
    private readonly chunks: AsyncIterable<FileChunk>,
    private readonly onBroken: FileImport['broken'],
  ) {}

  /** The first ones by their place. The file is read ahead, so its own faults are known earlier than those of the store. */
  get faults(): readonly FileFault[] {
    return this.known.toSorted((one, other) => one.at - other.at).slice(0, MAX_LISTED_FAULTS);
  }

  async *lines(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for await (const { lines, places, faults } of this.chunks) {
        for (const place of places) this.places.push(place);
        for (const fault of faults) this.add(fault);
        if (lines.length > 0) yield lines;
      }
    } catch (error) {
      if (this.onBroken === 'refuse' || !isOfFile(error)) throw error;
      this.broken = error; // An import that fails would lose the features that it has read and not stored yet.
    }
  }

  /** Called with what a stored chunk could not store, and the position behind it. */
  settle(behind: number, failures: readonly ImportFailure[]): void {
    let last: number | undefined;
    for (const { position, detail } of failures) {
      const fault = { at: this.places[position - this.first] ?? 0, reason: detail };
      if (position === last) this.list(fault);
      else this.add(fault);
      last = position;
    }
    this.places.splice(0, behind - this.first);
    this.first = behind;
  }

  private add(fault: FileFault): void {
    this.failed += 1;
    this.list(fault);
  }

  /** A feature may have several. */
  private list(fault: FileFault): void {
    this.known.push(fault);
    if (this.known.length > 2 * MAX_LISTED_FAULTS) this.known = [...this.faults];
  }
}

/** Whether the file is the reason. */
const isOfFile = (error: unknown): error is DomainError =>
  error instanceof UnreadableFile || error instanceof FormatLimitExceeded;
