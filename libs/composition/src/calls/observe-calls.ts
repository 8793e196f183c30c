import { SpanKind } from '@opentelemetry/api';
import { BlobStore, ImageProcessor, ImageRenderer } from '@cairn/images/spi';
import { OutgoingHttp } from '@cairn/kernel';
import { MapPainter } from '@cairn/maps/spi';
import { FeatureReader, TileDrawer } from '@cairn/spaces/spi';
import type { Container } from 'inversify';
import type {
  ApplicationSettings,
  BlobSettings,
  DatabaseSettings,
} from '../settings/application-settings.js';
import { databasePorts } from '../settings/database-ports.js';
import type { CallMeasure, StoreMeasures } from '../settings/store-measures.js';
import { tracedOutgoing } from '../tracing/traced-outgoing.js';
import type { Token } from '../use-cases/wiring.js';
import { observedPort, type Observers } from './observed-port.js';

const DATABASES = { sqlite: 'sqlite', postgres: 'postgresql', memory: undefined, custom: undefined } as const;

/** What draws, reads and renders. */
const others: readonly Token<object>[] = [
  ImageProcessor,
  ImageRenderer,
  MapPainter,
  FeatureReader,
  TileDrawer,
];

/** Observes each call of a store or a renderer. The ports must not have been resolved yet. */
export function observeCalls(container: Container, settings: ApplicationSettings): void {
  const { database, blobs, storeMeasures } = settings;
  for (const [name, port] of Object.entries<Token<object>>(databasePorts)) {
    const observers = observersOfDatabase({ database, storeMeasures }, { name, port: port.name });
    container.onActivation(port, (_, adapter) => observedPort(adapter, observers));
  }
  const ofBlobs = observersOfBlobs(blobs, storeMeasures);
  container.onActivation(BlobStore, (_, store) => observedPort(store, ofBlobs));
  for (const port of others) {
    const span = { port: port.name, kind: SpanKind.INTERNAL };
    container.onActivation(port, (_, adapter) => observedPort(adapter, { span }));
  }
  container.onActivation(OutgoingHttp, (_, http) => tracedOutgoing(http));
}

interface ObservedDatabase {
  readonly database: Pick<DatabaseSettings, 'kind'>;
  readonly storeMeasures?: StoreMeasures | undefined;
}

/** Of a port of the database, with its name in metrics and that in traces. */
export function observersOfDatabase(
  { database, storeMeasures }: ObservedDatabase,
  { name, port }: { readonly name: string; readonly port: string },
): Observers {
  const system = DATABASES[database.kind];
  const span =
    system === undefined
      ? { port, kind: SpanKind.INTERNAL }
      : { port, kind: SpanKind.CLIENT, attributes: { 'db.system.name': system } };
  return { measureOf: measuresOf(storeMeasures, name), span };
}

function observersOfBlobs(blobs: Pick<BlobSettings, 'kind'>, measures: StoreMeasures | undefined): Observers {
  const measureOf = measuresOf(measures, 'blobs');
  const kind = blobs.kind === 's3' ? SpanKind.CLIENT : SpanKind.INTERNAL;
  const store = { measureOf, span: { port: BlobStore.name, kind } };
  const staged = { measureOf, span: { port: 'StagedBlob', kind } };
  return { ...store, parts: { area: store }, results: { stage: staged } };
}

/** A method has one measure, also if several parts have it. */
function measuresOf(measures: StoreMeasures | undefined, port: string): Observers['measureOf'] {
  if (measures === undefined) return undefined;
  const known = new Map<string, CallMeasure>();
  return (method) => {
    const measure = known.get(method) ?? measures.of(port, method);
    known.set(method, measure);
    return measure;
  };
}
