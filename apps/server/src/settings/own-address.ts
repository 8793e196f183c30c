import type { ServerSettings } from './settings.js';

/** The URL of the server: the public one, or else where it listens. */
export function ownAddress({
  baseUrl,
  host,
  port,
}: Pick<ServerSettings, 'baseUrl' | 'host' | 'port'>): string {
  return baseUrl ?? listeningAddress(host, port);
}

/** Where a server listens; `localhost` for the wildcard addresses. */
export function listeningAddress(host: string, port: number): string {
  const isAny = host === '0.0.0.0' || host === '::';
  const name = isAny ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
