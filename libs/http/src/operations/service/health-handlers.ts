import type { HttpServices } from '../../http-services.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';

const ROBOTS = 'User-agent: *\nDisallow:\n';

/** Health checks for supervisors and load balancers. */
export function healthHandlers({ readiness }: HttpServices): OperationHandlers {
  return {
    getLiveness: async () => ({ status: 'ok' }),
    getReadiness: async ({ response }) => {
      const report = await readiness.report();
      if (report.status !== 'ok') {
        response.statusCode = 503;
        response.setHeader('Retry-After', '5');
      }
      return report;
    },
    getRobots: async ({ response }) => {
      response.writeHead(200, {
        'Content-Type': 'text/plain; charset=utf-8',
        'Content-Length': ROBOTS.length,
      });
      response.end(ROBOTS);
      return Promise.resolve();
    },
  };
}
