import { purgedType, type DomainEvent, type EventConsumer, type PortsOf } from '@cairn/kernel';
import { FeatureTrash } from './feature-trash.js';

const purged = [purgedType('space'), purgedType('features')];

/** Releases what the trash held of features, once it has deleted their entry for good. */
export class ReleasePurged implements EventConsumer {
  static readonly ports = { trash: FeatureTrash };

  readonly name = 'release-purged-features';

  constructor(private readonly ports: PortsOf<typeof ReleasePurged.ports>) {}

  async handle({ type, aggregateId }: DomainEvent): Promise<void> {
    if (purged.includes(type)) await this.ports.trash.release(aggregateId);
  }
}
