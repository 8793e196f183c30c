import { Bootstrap, CreateSetup, NameFirstAccount } from '@cairn/access';
import { createApplication, type Application } from '@cairn/composition';
import type { Addresses, HandlerOptions } from '@cairn/http';
import { slowQueries } from './logging/slow-queries.js';
import { backgroundLog } from './logging/background-log.js';
import type { ServerLog } from './logging/log.js';
import type { ServerMetrics } from './metrics/server-metrics.js';
import type { ServerSettings } from './settings/settings.js';
import { version } from './version.js';

/** Opens the application that the settings describe. */
export async function openApplication(
  { application, transforms, slowQueryMs }: ServerSettings,
  { cdnUrl, others }: Pick<Addresses, 'cdnUrl' | 'others'>,
  { log }: Pick<ServerLog, 'log'>,
  metrics?: Pick<ServerMetrics, 'stores'>,
): Promise<Application> {
  return await createApplication({
    ...application,
    events: backgroundLog(log),
    slowStatements: slowQueries(slowQueryMs, log),
    version,
    storeMeasures: metrics?.stores,
    photos: {
      filesUrl: others.cdnUrl,
      ownFilesUrl: cdnUrl,
      thumbnailQuery: transforms.allows({ w: 320 }) ? 'w=320' : undefined,
    },
  });
}

/** What the settings and the log are for `createHandler`, wherever it is mounted. */
export function handlerOptions(
  settings: ServerSettings,
  { log, recentErrors, logRequest }: ServerLog,
): Omit<HandlerOptions, 'publicUrl' | 'basePath' | 'cdnUrl'> {
  return { settings, version, log, recentErrors, finished: logRequest };
}

/** The ways in of a service that is new. */
export interface FirstAccess {
  /** The secret of the first key, if this start created it. */
  readonly firstKey: string | undefined;
  /** The token of the set-up link for the first user, as long as nobody can sign in. */
  readonly setupToken: string | undefined;
}

/** Creates the first key and the set-up link, and names the first account, where they are needed. */
export async function createFirstAccess(
  application: Application,
  { bootstrapKey }: Pick<ServerSettings, 'bootstrapKey'>,
): Promise<FirstAccess> {
  const firstKey = await application.get(Bootstrap).execute(bootstrapKey);
  await application.get(NameFirstAccount).execute();
  const setupToken = await application.get(CreateSetup).execute();
  return { firstKey, setupToken };
}
