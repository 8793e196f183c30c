import type { ReadinessReport } from '@cairn/api-schema';
import { Controller, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { HandlesOperation } from '../http/routing/handles-operation.js';
import { Readiness } from './readiness.js';

/** What supervisors and load balancers ask. */
@Controller()
export class HealthController {
  constructor(@Inject(Readiness) private readonly readiness: Readiness) {}

  @HandlesOperation('getLiveness')
  liveness(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @HandlesOperation('getReadiness')
  async isReady(@Res({ passthrough: true }) response: Response): Promise<ReadinessReport> {
    const report = await this.readiness.report();
    if (report.status !== 'ok') response.status(503).setHeader('Retry-After', '5');
    return report;
  }
}
