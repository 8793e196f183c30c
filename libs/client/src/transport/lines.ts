import { CairnError } from './cairn-error.js';

/**
 * The lines of a text stream, as they arrive; the last line may lack a line end. Cancels `stream` if not all lines are
 * read.
 */
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
 * The values of a stream of JSON lines, as they arrive.
 * @throws {CairnError} of the kind `network` for a line that is not JSON, for example a truncated one.
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
