import { sendJson } from '../http/responses/send-json.js';
import type { OperationHandler } from '../http/operations/operation-handler.js';
import type { Readiness } from './readiness.js';

/** Health checks for supervisors and load balancers. */
export function healthHandlers(readiness: Readiness): Readonly<Record<string, OperationHandler>> {
  return {
    getLiveness: async ({ response }) => sendJson(response, { status: 'ok' }),
    getReadiness: async ({ response }) => {
      const report = await readiness.report();
      if (report.status !== 'ok') {
        response.statusCode = 503;
        response.setHeader('Retry-After', '5');
      }
      sendJson(response, report);
    },
  };
}
