import pg from 'pg';
import { DataSource } from 'typeorm';
import { schemas } from '../../schemas.js';
import { CellRollups1795305600023 } from '../migrations/cell-rollups.js';
import { FeatureCopies1795305600024 } from '../migrations/feature-copies.js';
import { FeatureHistory1795305600065 } from '../migrations/feature-history.js';
import { FeaturePieces1795305600062 } from '../migrations/feature-pieces.js';
import { FeatureGrains1795305600064 } from '../migrations/feature-grains.js';
import { FeatureShapes1795305600063 } from '../migrations/feature-shapes.js';
import { Features1795305600020 } from '../migrations/features.js';
import { Gallery1795305600051 } from '../migrations/gallery.js';
import { Overview1795305600022 } from '../migrations/overview.js';
import { PropertyIndexes1795305600021 } from '../migrations/property-indexes.js';
import { FailedWork1795305600070 } from '../migrations/failed-work.js';
import { FineRollups1795305600066 } from '../migrations/fine-rollups.js';
import { FreedAddresses1795305600003 } from '../migrations/freed-addresses.js';
import { ImageDescriptions1795305600030 } from '../migrations/image-descriptions.js';
import { InitialSchema1795219200000 } from '../migrations/initial-schema.js';
import { Installation1795305600001 } from '../migrations/installation.js';
import { KeyParents1795305600002 } from '../migrations/key-parents.js';
import { Outbox1795305600004 } from '../migrations/outbox.js';
import { Presets1795305600054 } from '../migrations/presets.js';
import { PhotoLinks1795305600055 } from '../migrations/photo-links.js';
import { Passkeys1795305600061 } from '../migrations/passkeys.js';
import { Identities1795305600060 } from '../migrations/identities.js';
import { SigningKeys1795305600052 } from '../migrations/signing-keys.js';
import { SpaceSettings1795305600010 } from '../migrations/space-settings.js';
import { Users1795305600050 } from '../migrations/users.js';
import type { PostgresAddress } from './postgres-address.js';
import { connectionConfig } from './postgres-connection.js';
import { PostgresClient, type PostgresClientConfig } from './postgres-client.js';

/** A pool of connections for reads and writes. */
export function servingSource(address: PostgresAddress): DataSource {
  return source(address, { max: address.maxConnections, idleTimeoutMillis: 30_000 });
}

/** One connection without time limits: it may wait for another process's migration. */
export function migratingSource(address: PostgresAddress): DataSource {
  return source(address, { max: 1, lock_timeout: 60_000, limit: address.limits.migration });
}

function source(address: PostgresAddress, pool: pg.PoolConfig & Partial<PostgresClientConfig>): DataSource {
  return new DataSource({
    type: 'postgres',
    driver: pg,
    extra: {
      ...connectionConfig(address),
      ...pool,
      Client: PostgresClient,
      onConnect: (client: PostgresClient) => client.prepareSession(),
    },
    poolErrorHandler: () => undefined, // an idle connection was lost; the pool has removed it
    installExtensions: false,
    synchronize: false,
    logger: 'debug', // other levels print a failed migration to the console besides throwing it
    entities: schemas,
    migrations: [
      InitialSchema1795219200000,
      Installation1795305600001,
      KeyParents1795305600002,
      FreedAddresses1795305600003,
      Outbox1795305600004,
      SpaceSettings1795305600010,
      Features1795305600020,
      PropertyIndexes1795305600021,
      Overview1795305600022,
      CellRollups1795305600023,
      FeatureCopies1795305600024,
      ImageDescriptions1795305600030,
      Users1795305600050,
      Gallery1795305600051,
      SigningKeys1795305600052,
      Presets1795305600054,
      PhotoLinks1795305600055,
      Identities1795305600060,
      Passkeys1795305600061,
      FeaturePieces1795305600062,
      FeatureShapes1795305600063,
      FeatureGrains1795305600064,
      FeatureHistory1795305600065,
      FineRollups1795305600066,
      FailedWork1795305600070,
    ],
  });
}
