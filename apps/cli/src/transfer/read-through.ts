/** Sends bytes. If reading them fails, rejects with that error, because the client reports only a broken connection. */
export async function readThrough<T>(
  bytes: AsyncIterable<Uint8Array>,
  send: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  let fault: { readonly error: unknown } | undefined;
  const read = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* bytes;
    } catch (error) {
      fault = { error };
      throw error;
    }
  };
  try {
    return await send(read());
  } catch (error) {
    throw fault === undefined ? error : fault.error;
  }
}
