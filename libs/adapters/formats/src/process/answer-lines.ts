import { InvalidInput } from '@cairn/kernel';
import { type FileContent, FormatLimitExceeded, UnknownCrs, UnreadableFile } from '@cairn/spaces';
import type { FileChunk, FileFault } from '@cairn/spaces/spi';
import { type FormatFailure, LINE } from './format-messages.js';

/** What the program has said. */
export interface Answer extends FileChunk {
  readonly content?: FileContent | undefined;
  /** What ended it, behind the features that came before. */
  readonly failure?: FormatFailure | undefined;
  /** Whether it is the last one. */
  readonly isOver: boolean;
}

const [LINE_FEED, TAB] = [0x0a, 0x09];

/** Cuts the output into its lines. */
export class AnswerLines {
  private rest: Buffer = Buffer.alloc(0);

  take(chunk: Buffer): Answer {
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const lines: Buffer[] = [];
    const places: number[] = [];
    const faults: FileFault[] = [];
    let isOver = false;
    let content: FileContent | undefined;
    let failure: FormatFailure | undefined;
    let from = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
      const kind = String.fromCharCode(bytes[from] ?? 0);
      if (kind === LINE.feature) {
        const tab = bytes.indexOf(TAB, from);
        places.push(Number(bytes.toString('latin1', from + 1, tab)));
        lines.push(bytes.subarray(tab + 1, end + 1));
      } else if (kind === LINE.fault) faults.push(faultIn(bytes.toString('utf8', from + 1, end)));
      else if (kind === LINE.content) content = contentIn(bytes.toString('utf8', from + 1, end));
      else if (kind === LINE.failure) failure = failureIn(bytes.toString('utf8', from + 1, end));
      else isOver = true;
      from = end + 1;
    }
    this.rest = bytes.subarray(from);
    return { lines: Buffer.concat(lines), places, faults, content, failure, isOver };
  }
}

const contentIn: (line: string) => FileContent = JSON.parse;
const failureIn: (line: string) => FormatFailure = JSON.parse;

function faultIn(line: string): FileFault {
  const tab = line.indexOf('\t');
  return { at: Number(line.slice(0, tab)), reason: String(JSON.parse(line.slice(tab + 1))) };
}

/** The error that the program met. */
export function errorOf(failure: FormatFailure): Error {
  switch (failure.code) {
    case 'unreadable-file':
      return new UnreadableFile(failure.reason);
    case 'format-limit-exceeded':
      return new FormatLimitExceeded(failure.what, failure.limit);
    case 'unknown-crs':
      return new UnknownCrs(failure.given);
    case 'invalid-input':
      return new InvalidInput(failure.faults.map((fault) => ({ ...fault, pointer: '' })));
  }
}
