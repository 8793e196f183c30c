/** All items of a paged listing. Each page continues where the previous one ended. */
export async function* allOf<T, Place>(
  list: (
    after: Place | undefined,
  ) => Promise<{ readonly items: readonly T[]; readonly next?: Place | undefined }>,
): AsyncGenerator<T> {
  let after: Place | undefined;
  do {
    const { items, next } = await list(after);
    yield* items;
    after = next;
  } while (after !== undefined);
}
