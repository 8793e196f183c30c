import { Inject, Injectable } from '@nestjs/common';
import { Mounted } from './mounted.js';

/** What Terminus shows of one of the things that it checks, by its name. */
export type HealthResult = Readonly<
  Record<string, { readonly status: 'up' | 'down' } & Readonly<Record<string, unknown>>>
>;

/** Health of Cairn's stores for `@nestjs/terminus`: `health.check([() => cairn.check('cairn')])`. */
@Injectable()
export class CairnHealth {
  constructor(@Inject(Mounted) private readonly mounted: Mounted) {}

  async check(name: string): Promise<HealthResult> {
    const { status: state, parts } = await this.mounted.handler.readiness();
    return { [name]: { status: state === 'ok' ? 'up' : 'down', state, ...parts } };
  }
}
