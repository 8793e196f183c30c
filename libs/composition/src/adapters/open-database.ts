import { SpaceStorage } from '@cairn/spaces';
import { FeatureAnalytics, FeatureMaintenance, FeatureStore } from '@cairn/spaces/spi';
import { ContainerModule } from 'inversify';
import type { Clock, Job, SlowStatements } from '@cairn/kernel';
import type { DatabaseSettings } from '../settings/application-settings.js';
import { databasePorts, type DatabaseAdapters } from '../settings/database-ports.js';
import type { StoreMeasures } from '../settings/store-measures.js';
import { HotSpaces } from '../use-cases/hot-spaces.js';
import { observersOfDatabase } from '../calls/observe-calls.js';
import { observedPort, type Observers } from '../calls/observed-port.js';
import { currentWork } from '../tracing/trace-context.js';
import { hotFeatures } from './hot-features.js';
import { memoryRepositories } from './memory-repositories.js';
import { customResource, inMemory, type DatabasePart, type OpenedPart, type Resource } from './part.js';

const EVERY_MS = 15 * 1000;

interface Surroundings {
  readonly clock?: Clock | undefined;
  /** Memory for the features of spaces that are read often; none by default. */
  readonly hotBytes?: number | undefined;
  readonly slowStatements?: SlowStatements | undefined;
  readonly measures?: StoreMeasures | undefined;
}

/** Opens the database of the settings, migrating it where needed. */
export async function openDatabase(
  settings: DatabaseSettings,
  { clock, hotBytes, slowStatements, measures }: Surroundings = {},
): Promise<OpenedPart<DatabasePart>> {
  const watch = { currentWork, slowStatements };
  const more = { hotBytes, ofFeatures: observersOfFeatures(settings, measures) };
  switch (settings.kind) {
    case 'sqlite': {
      const { openSqlite } = await import('@cairn/adapter-typeorm');
      const database = await openSqlite({ ...settings, clock, watch });
      return {
        part: { ...databasePart(database, alone, [vacuumJob(database)]), queues: database.queues },
        module: await repositoriesModule(database.repositories, 'sqlite', more),
      };
    }
    case 'postgres': {
      const { openPostgres } = await import('@cairn/adapter-typeorm');
      const database = await openPostgres(settings, clock, watch);
      return {
        part: {
          ...databasePart(database, () => database.leads()),
          queues: database.queues,
          // The cast is safe: what `pg` gives has the methods that are used of it.
          join: (connection) => database.join(connection as unknown as Parameters<typeof database.join>[0]),
        },
        module: await repositoriesModule(database.repositories, 'psql', more),
      };
    }
    case 'memory':
      return {
        part: databasePart(inMemory, alone),
        module: await repositoriesModule(memoryRepositories(clock, currentWork), 'memory', more),
      };
    case 'custom': {
      const { repositories, storageId = 'custom', leads = alone } = settings;
      return {
        part: databasePart(customResource(settings), leads),
        module: await repositoriesModule(repositories, storageId, more),
      };
    }
  }
}

/** For stores that only one process can open. */
const alone = async (): Promise<boolean> => true;

function databasePart(
  resource: Resource,
  leads: DatabasePart['leads'],
  jobs: DatabasePart['jobs'] = [],
): DatabasePart {
  return { name: 'database', check: () => resource.check(), close: () => resource.close(), leads, jobs };
}

type PortName = keyof typeof databasePorts;

async function repositoriesModule(
  given: DatabaseAdapters,
  storageId: string,
  { hotBytes, ofFeatures }: { readonly hotBytes: number | undefined; readonly ofFeatures: Observers },
): Promise<ContainerModule> {
  // What is answered from memory is no call of the database.
  const stored = given.features && observedPort(given.features, ofFeatures);
  const { features, hot } = await hotFeatures(stored, hotBytes);
  if (features !== undefined && given.featureTrash === undefined)
    throw new Error('Repositories with `features` need a `featureTrash`.');
  const adapterOf = orInMemory(given);
  return new ContainerModule(({ bind }) => {
    for (const name of Object.keys(databasePorts) as readonly PortName[]) {
      const adapter = adapterOf(name);
      if (adapter !== undefined) bind<unknown>(databasePorts[name]).toConstantValue(adapter);
    }
    if (features !== undefined)
      for (const port of [FeatureStore, FeatureAnalytics, FeatureMaintenance])
        bind<unknown>(port).toConstantValue(features);
    bind(HotSpaces)
      .toConstantValue(hot)
      .onDeactivation(() => hot.close());
    bind(SpaceStorage).toConstantValue(new SpaceStorage(storageId));
  });
}

const observersOfFeatures = (database: DatabaseSettings, storeMeasures?: StoreMeasures): Observers =>
  observersOfDatabase({ database, storeMeasures }, { name: 'features', port: FeatureStore.name });

/** What is not given is in memory. Of the webhooks all is, unless all is given: deliveries depend on their endpoint. */
function orInMemory(given: DatabaseAdapters): (name: PortName) => unknown {
  const inMemory = memoryRepositories();
  const hasWebhooks = given.webhookEndpoints !== undefined && given.webhookDeliveries !== undefined;
  return (name) => {
    if (name === 'webhookEndpoints' || name === 'webhookDeliveries')
      return (hasWebhooks ? given : inMemory)[name];
    if (name === 'featureTrash') return given.featureTrash;
    return given[name] ?? inMemory[name];
  };
}

/** Returns the unused space of a SQLite file to the disk. */
function vacuumJob(database: { vacuum(): Promise<number> }): Job {
  return {
    name: 'vacuum-database',
    everyMs: EVERY_MS,
    leaderOnly: true,
    run: async ({ signal, report }) => {
      let givenBackBytes = 0;
      for (let bytes = 1; bytes > 0 && !signal.aborted; report({ done: givenBackBytes })) {
        bytes = await database.vacuum();
        givenBackBytes += bytes;
      }
      return { givenBackBytes };
    },
  };
}
