import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type SpanContext,
} from '@opentelemetry/api';
import { parseTraceparent } from '@cairn/composition';
import { requestContextOf } from '../messages/request-context.js';

const SERVER_ERRORS = 500;

/** As HTTP's conventions of OpenTelemetry have it: what else a client sends as a method is not told. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE']);

/** Whether the address that a request comes from is a proxy that is trusted. */
type IsProxy = (address: string) => boolean;

/**
 * Answers a request in a span, if it is recorded. It is named by the template of its route: no attribute tells the address, a header
 * or a body, because these may contain secrets. It is below the span that a trusted proxy sends, or the one that the application
 * around this one has begun. What anyone else sends is a link: it decides neither the trace nor whether it is recorded.
 */
export function inRequestSpan<T>(
  request: IncomingMessage,
  response: ServerResponse,
  { isProxy, answer }: { readonly isProxy: IsProxy; readonly answer: () => T },
): T {
  const { method = '' } = request;
  const name = METHODS.has(method) ? method : 'HTTP';
  const sent = sentSpan(request);
  const around = trace.getSpan(context.active());
  const isTrusted = around === undefined && sent !== undefined && isProxy(request.socket.remoteAddress ?? '');
  const parent = isTrusted ? trace.setSpanContext(ROOT_CONTEXT, sent) : context.active();
  const span = trace.getTracer('@cairn/http').startSpan(
    name,
    {
      kind: around === undefined ? SpanKind.SERVER : SpanKind.INTERNAL,
      links: sent === undefined || isTrusted || around !== undefined ? [] : [{ context: sent }],
    },
    parent,
  );
  if (!span.isRecording()) return answer();
  const { traceId } = span.spanContext();
  response.on('close', () => end(span, { name, request, response }));
  return context.with(trace.setSpan(parent, span), () => {
    requestContextOf(request).traceId = traceId;
    return answer();
  });
}

interface Ended {
  readonly name: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function end(span: Span, { name, request, response }: Ended): void {
  const { id, operation, route = operation?.path } = requestContextOf(request);
  const { statusCode } = response;
  const attributes: Attributes = {
    'http.request.method': name === 'HTTP' ? '_OTHER' : name,
    'http.response.status_code': statusCode,
    'network.protocol.version': request.httpVersion,
    'cairn.request_id': id,
  };
  if (operation !== undefined) attributes['cairn.operation'] = operation.id;
  if (route !== undefined) {
    attributes['http.route'] = route;
    span.updateName(`${name} ${route}`);
  }
  if (statusCode >= SERVER_ERRORS) {
    attributes['error.type'] = String(statusCode);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.setAttributes(attributes).end();
}

function sentSpan({ headers }: IncomingMessage): SpanContext | undefined {
  const { traceparent } = headers;
  return typeof traceparent === 'string' ? parseTraceparent(traceparent) : undefined;
}
