import { createHmac } from 'node:crypto';

/** The address of a file with the query and its signature. The query ends with `key=` and the name of the key. */
export function signed(url: string, query: string, secret: string): string {
  const path = url.slice(url.indexOf('/cdn/') + '/cdn'.length);
  const signature = createHmac('sha256', secret).update(`${path}?${query}`).digest('base64url');
  return `${url}?${query}&signature=${signature}`;
}

export const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1_000) + seconds;
