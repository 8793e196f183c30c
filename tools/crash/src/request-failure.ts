/** What went wrong with a request to a server that lived. `fetch` tells only in the cause. */
export function requestFailure(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${String(error.cause)})` : '';
  return `a request failed while the server lived: ${String(error)}${cause}`;
}
