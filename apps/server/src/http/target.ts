import type { IncomingMessage } from 'node:http';

/**
 * The path and query that a request asks for. Of a target in absolute form, which clients of a proxy send, the host
 * goes before the `Host` header (RFC 9112 §3.2.2).
 */
export function originForm(request: IncomingMessage): string {
  const { url = '' } = request;
  if (url.startsWith('/')) return url;
  const [, authority, path = ''] = /^https?:\/\/([^/?#@]+)([/?][^#]*)?$/i.exec(url) ?? [];
  if (authority === undefined) return url;
  request.headers.host = authority;
  return (request.url = path.startsWith('/') ? path : `/${path}`);
}
