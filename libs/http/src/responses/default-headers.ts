import { ServerResponse, type OutgoingHttpHeader, type OutgoingHttpHeaders } from 'node:http';

const DEFAULTS = Symbol('default headers');

interface WithDefaults extends ServerResponse {
  [DEFAULTS]?: (readonly string[])[];
}

/**
 * Sets default headers, as alternating names and values. Headers passed to `writeHead` take precedence. They are merged
 * in `writeHead`, because setting each one takes Node longer than sending the response.
 */
export function addDefaultHeaders(response: WithDefaults, headers: readonly string[]): void {
  const before = response[DEFAULTS];
  if (before !== undefined) {
    before.push(headers);
    return;
  }
  response[DEFAULTS] = [headers];
  response.writeHead = writeHead;
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

function writeHead(
  this: WithDefaults,
  status: number,
  reason?: string | Headers,
  sent?: Headers,
): ServerResponse {
  const defaults = this[DEFAULTS] ?? [];
  if (typeof reason === 'string') this.statusMessage = reason;
  const headers = typeof reason === 'string' ? sent : (reason ?? sent);
  if (Array.isArray(headers) && this.getHeaderNames().length === 0) {
    ServerResponse.prototype.writeHead.call(this, status, merged(defaults, headers));
    return this;
  }
  for (const list of defaults)
    for (let at = 0; at < list.length; at += 2) {
      const name = list[at] ?? '';
      if (!this.hasHeader(name)) this.setHeader(name, list[at + 1] ?? '');
    }
  ServerResponse.prototype.writeHead.call(this, status, headers);
  return this;
}

function merged(
  defaults: readonly (readonly string[])[],
  headers: OutgoingHttpHeader[],
): OutgoingHttpHeader[] {
  const all: OutgoingHttpHeader[] = [];
  for (const list of defaults)
    for (let at = 0; at < list.length; at += 2) {
      const name = list[at] ?? '';
      if (!isNamed(headers, name)) all.push(name, list[at + 1] ?? '');
    }
  for (const header of headers) all.push(header);
  return all;
}

function isNamed(headers: readonly OutgoingHttpHeader[], name: string): boolean {
  for (let at = 0; at < headers.length; at += 2) {
    const other = headers[at];
    if (other === name) return true;
    if (
      typeof other === 'string' &&
      other.length === name.length &&
      other.toLowerCase() === name.toLowerCase()
    )
      return true;
  }
  return false;
}
