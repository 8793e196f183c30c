/** What can be sent: bytes or text in memory, a file of a page, or a stream, such as one of `node:fs`. */
export type Source = Blob | Uint8Array | string | AsyncIterable<Uint8Array | string>;

/** Whether it can be sent more than once. */
export function isRereadable(source: Source): source is Blob | Uint8Array | string {
  return typeof source === 'string' || source instanceof Uint8Array || source instanceof Blob;
}

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
  else if (typeof source === 'string') yield encoder.encode(source);
  else if (source instanceof Uint8Array) yield source;
  else for await (const part of source) yield typeof part === 'string' ? encoder.encode(part) : part;
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
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
