import { ServerResponse, type OutgoingHttpHeader, type OutgoingHttpHeaders } from 'node:http';

const DEFAULTS = Symbol('default headers');

interface WithDefaults extends ServerResponse {
  [DEFAULTS]?: readonly string[];
}

/**
 * Headers that a response has unless it gets others of these names, as alternating names and values. They join those
 * that a list is given of to `writeHead`: to set each one takes Node longer than to send the response.
 */
export function addDefaultHeaders(response: WithDefaults, headers: readonly string[]): void {
  const before = response[DEFAULTS];
  response[DEFAULTS] = before === undefined ? headers : [...before, ...headers];
  if (before === undefined) response.writeHead = writeHead;
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
  for (let at = 0; at < defaults.length; at += 2) {
    const [name = '', value = ''] = [defaults[at], defaults[at + 1]];
    if (!this.hasHeader(name)) this.setHeader(name, value);
  }
  ServerResponse.prototype.writeHead.call(this, status, headers);
  return this;
}

function merged(defaults: readonly string[], headers: OutgoingHttpHeader[]): OutgoingHttpHeader[] {
  const all: OutgoingHttpHeader[] = [];
  for (let at = 0; at < defaults.length; at += 2) {
    const [name = '', value = ''] = [defaults[at], defaults[at + 1]];
    if (!isNamed(headers, name)) all.push(name, value);
  }
  all.push(...headers);
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
