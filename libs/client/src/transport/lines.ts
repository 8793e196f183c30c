import { CairnError } from './cairn-error.js';

/** The lines of a stream of text, as they come; the last one may have no end. Breaks `stream` off if not all are read. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      yield* lines;
      if (done) break;
    }
    if (rest !== '') yield rest;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * The values of a stream of JSON lines, as they come.
 * @throws {CairnError} of the kind `network` for a line that is none, such as one that was cut off.
 */
export async function* jsonLinesOf<T>(stream: ReadableStream<Uint8Array>, broken: string): AsyncGenerator<T> {
  for await (const line of linesOf(stream)) yield valueOf<T>(line, broken);
}

function valueOf<T>(line: string, detail: string): T {
  try {
    return JSON.parse(line) as T;
  } catch (cause) {
    throw new CairnError({ kind: 'network', code: 'network', detail, cause });
  }
}
