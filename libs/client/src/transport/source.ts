/** What can be sent: bytes or text in memory, a file of a page, or a stream, such as one of `node:fs`. */
export type Source = Blob | Uint8Array | string | AsyncIterable<Uint8Array | string>;

/** Whether it can be sent more than once. */
export function isRereadable(source: Source): source is Blob | Uint8Array | string {
  return typeof source === 'string' || source instanceof Uint8Array || source instanceof Blob;
}

const SLICE = 65_536;

/** All of it as a Blob, which browsers keep on disk if it is large. */
export async function blobOf(source: Source): Promise<Blob> {
  if (source instanceof Blob) return source;
  if (isRereadable(source)) return new Blob([copyOf(source)]);
  const parts: Part[] = [];
  for await (const part of source) parts.push(copyOf(part));
  return new Blob(parts);
}

type Part = string | Uint8Array<ArrayBuffer>;

/** As a Blob takes it: never memory that is shared between threads. */
const copyOf = (part: Uint8Array | string): Part => (typeof part === 'string' ? part : new Uint8Array(part));

/** The bytes of it, piece by piece. */
export async function* bytesOf(source: Source): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  if (source instanceof Blob) yield* read(source.stream());
  else if (isRereadable(source)) yield* slices(typeof source === 'string' ? encoder.encode(source) : source);
  else for await (const part of source) yield typeof part === 'string' ? encoder.encode(part) : part;
}

/** In pieces, so that it is known how much has gone out. */
function* slices(bytes: Uint8Array): Generator<Uint8Array, void> {
  for (let start = 0; start < bytes.length; start += SLICE) yield bytes.subarray(start, start + SLICE);
}

/** Streams cannot be iterated in every browser. */
async function* read(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** A stream of these parts, which asks for the next one when it is wanted. */
export function streamOf(parts: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
      const { done, value } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel(): Promise<void> {
      await parts.return(undefined);
    },
  };
  return new ReadableStream<Uint8Array>(source, { highWaterMark: 0 });
}
