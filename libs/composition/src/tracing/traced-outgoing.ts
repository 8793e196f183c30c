import { SpanKind, SpanStatusCode, type Attributes } from '@opentelemetry/api';
import type { OutgoingHttp, OutgoingRequest, OutgoingResponse } from '@cairn/kernel';
import { inSpan, isRecorded, linksToCurrent } from './spans.js';
import { contextOf, formatTraceparent } from './trace-context.js';

const ERRORS_FROM = 400;

/**
 * Requests to others as spans of the trace that they belong to: the one that their `traceparent` names, or that in which they are
 * made. Only a request that has a `traceparent` tells the other side of its span.
 */
export function tracedOutgoing(http: OutgoingHttp): OutgoingHttp {
  return {
    request: async (request) => {
      const { traceparent, ...headers } = request.headers ?? {};
      const named = contextOf(traceparent);
      if (named === undefined && !isRecorded()) return await http.request(request);
      const span = {
        name: request.method,
        kind: SpanKind.CLIENT,
        attributes: attributesOf(request),
        parent: named,
        links: named === undefined ? [] : linksToCurrent(),
      };
      return await inSpan(span, async (sent) => {
        const response = await http.request({
          ...request,
          headers:
            named === undefined
              ? headers
              : { ...headers, traceparent: formatTraceparent(sent.spanContext()) },
        });
        noteStatus(sent, response);
        return response;
      });
    },
    check: (url) => http.check(url),
  };
}

function noteStatus(span: Parameters<Parameters<typeof inSpan>[1]>[0], { status }: OutgoingResponse): void {
  span.setAttribute('http.response.status_code', status);
  if (status < ERRORS_FROM) return;
  span.setAttribute('error.type', String(status));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Not the path or the query, which are often the secret by which a receiver knows its sender. */
function attributesOf({ method, url }: OutgoingRequest): Attributes {
  const attributes = { 'http.request.method': method };
  if (!URL.canParse(url)) return attributes;
  const { protocol, hostname, port } = new URL(url);
  const standard = protocol === 'https:' ? 443 : 80;
  return { ...attributes, 'server.address': hostname, 'server.port': port === '' ? standard : Number(port) };
}
