export {
  createHandler,
  type Handler,
  type HandlerOptions,
  type Next,
  type SendPage,
} from './create-handler.js';
export { ApiHandler } from './api-handler.js';
export { callerOf, statusOf, viewerOf } from './own-routes.js';
export { UploadForm } from './images/upload-form.js';
export type { Route } from './request-dispatcher.js';
export type { HostPrincipal, PrincipalOf } from './access/guard/principals.js';
export type { FetchOptions } from './fetch/fetch-listener.js';
export type { MapProgram } from './maps/folder/map-program.js';
export type { LinkMap } from './sharing/page/link-map.js';
export { Addresses } from './messages/addresses.js';
export { ClientAddresses } from './messages/client-addresses.js';
export { clientNetwork } from './messages/client-network.js';
export { HttpError } from './messages/http-error.js';
export { acceptedCoding, CONTENT_CODINGS, namesType, type ContentCoding } from './messages/negotiation.js';
export { pathOf } from './messages/query.js';
export { requestContextOf } from './messages/request-context.js';
export { unknownCoding } from './messages/request-faults.js';
export { sendContinueOnRead } from './bodies/expect-continue.js';
export { sendBytes } from './responses/send-bytes.js';
export { timestamp } from './responses/timestamp.js';
export { sendRawError } from './errors/raw-error.js';
export { sendHttpError } from './errors/send-http-error.js';
export { noLog, type HttpLog } from './logging/http-log.js';
export type { MetricsText } from './measures/metrics-text.js';
export type { EndedRequest, HttpMeasures } from './measures/http-measures.js';
export { RecentErrors } from './logging/recent-errors.js';
export type { RequestLogEntry } from './logging/request-log-entry.js';
