/** Whether the link still opens, or the server cannot be reached. */
export type LinkState = 'open' | 'ended' | 'unreachable';

/** Asks for one picture of the list at this address, which does not count as a use of the link. */
export async function linkState(list: string): Promise<LinkState> {
  const response = await fetch(`${list}?limit=1`).catch(() => undefined);
  if (response === undefined || response.status >= 500) return 'unreachable';
  return isEnd(response.status) ? 'ended' : 'open';
}

/** Whether an answer with this status says that the link has ended, or has a password now. */
export const isEnd = (status: number): boolean => status === 401 || status === 404;
