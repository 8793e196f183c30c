import type { Readiness } from '@cairn/api-schema';
import { Controller, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Serves } from '../http/serves.js';
import { Readying } from './readying.js';

/** What supervisors and load balancers ask. */
@Controller()
export class HealthController {
  constructor(@Inject(Readying) private readonly readying: Readying) {}

  @Serves('getLiveness')
  liveness(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Serves('getReadiness')
  async readiness(@Res({ passthrough: true }) response: Response): Promise<Readiness> {
    const readiness = await this.readying.readiness();
    if (readiness.status !== 'ok') response.status(503).setHeader('Retry-After', '5');
    return readiness;
  }
}
