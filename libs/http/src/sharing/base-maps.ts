import type { IncomingMessage } from 'node:http';
import { FindBaseMap } from '@cairn/access';
import type { Application } from '@cairn/composition';
import type { BaseMapSettings } from '../settings/http-settings.js';
import type { HttpLog } from '../logging/http-log.js';
import type { Visitors } from '../access/sessions/visitors.js';

interface BaseMapsOptions {
  readonly application: Pick<Application, 'get'>;
  readonly settings: { readonly baseMap?: BaseMapSettings | undefined };
  readonly visitors: Pick<Visitors, 'comesWithCookie' | 'identify'>;
  readonly log: HttpLog;
}

/** The base maps of pages: what the account has chosen, or else the settings have. `undefined` is the ground. */
export class BaseMaps {
  private readonly find: FindBaseMap;

  constructor(private readonly options: BaseMapsOptions) {
    this.find = options.application.get(FindBaseMap);
  }

  async ofAccount(accountId: string): Promise<BaseMapSettings | undefined> {
    return (await this.find.execute(accountId)) ?? this.options.settings.baseMap;
  }

  /** Of the account of whoever has the session. The page opens also where that cannot be read now. */
  async ofVisitor(request: IncomingMessage): Promise<BaseMapSettings | undefined> {
    const { settings, visitors, log } = this.options;
    try {
      const visitor = visitors.comesWithCookie(request) ? await visitors.identify(request) : undefined;
      if (visitor?.kind === 'session') return await this.ofAccount(visitor.caller.accountId);
    } catch (err) {
      log.error({ err }, 'the base map of a page was not read');
    }
    return settings.baseMap;
  }
}
