/** Does the work for each item, `count` of them at a time. */
export async function atOnce<T>(
  count: number,
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const left = [...items].values();
  const worker = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: count }, worker));
}
