import type { ServerProcess } from '@cairn/harness';

const json = { 'content-type': 'application/json' };

/** Creates an account with a key. */
export async function openAccount(
  server: ServerProcess,
  name: string,
  details: {
    readonly imageQuota?: number;
    readonly imageBytesQuota?: number;
    readonly scopes?: readonly string[];
  } = {},
): Promise<{ readonly id: string; readonly key: string }> {
  const { scopes = ['images:read', 'images:write', 'spaces:read', 'spaces:write'], ...quota } = details;
  const opened = await server.fetch('/api/accounts', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ name, ...quota }),
  });
  const { id } = (await opened.json()) as { id: string };
  const made = await server.fetch('/api/keys', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ name, scopes, accountId: id }),
  });
  const { key } = (await made.json()) as { key: string };
  return { id, key };
}
