import type { IncomingMessage } from 'node:http';

/**
 * The path and query of a request. Clients of proxies send targets in absolute form; its host replaces the `Host` header
 * (RFC 9112 §3.2.2).
 */
export function originForm(request: IncomingMessage): string {
  const { url = '' } = request;
  if (url.startsWith('/')) return url;
  const [, authority, path = ''] = /^https?:\/\/([^/?#@]+)([/?][^#]*)?$/i.exec(url) ?? [];
  if (authority === undefined) return url;
  request.headers.host = authority;
  return (request.url = path.startsWith('/') ? path : `/${path}`);
}

/** The path and query, with one slash in place of several in paths of the spaces API: clients join addresses carelessly. */
export function withSingleSlashes(request: IncomingMessage, url: string): string {
  if (!/^\/+hub\//i.test(url)) return url;
  const [path = '', ...query] = url.split('?');
  if (!path.includes('//')) return url;
  return (request.url = [path.replaceAll(/\/{2,}/g, '/'), ...query].join('?'));
}
