import { RunUserJobs } from '@cairn/images';
import { asGeoJson, FeatureAnalytics, FeatureMaintenance, FeatureStore } from '@cairn/spaces/spi';
import type { Container } from 'inversify';
import { ERASURE_JOB } from '../erasure/erasure.js';
import { OwnerErasure, type ErasureSurroundings } from '../erasure/owner-erasure.js';
import { SpaceContents } from '../export/export-owner.js';
import { resolve } from '../use-cases/wiring.js';

interface Surroundings {
  /** Whether spaces have features. */
  readonly features: boolean;
  /** The consumers of events that delete bytes. */
  readonly deleting: readonly string[];
}

/** Gives the erasure and the export of owners what not every application has. */
export function connectOwners(container: Container, { features, deleting }: Surroundings): void {
  const around = { consumers: deleting, features: features ? featuresOf(container) : undefined };
  const erasure = resolve(container, OwnerErasure);
  resolve(container, RunUserJobs).add(ERASURE_JOB, (job) => erasure.step(job, around));
  container.bind(SpaceContents).toConstantValue({
    of: ({ id }) => asGeoJson(features ? container.get(FeatureStore).query(id, {}) : none()),
  });
}

function featuresOf(container: Container): ErasureSurroundings['features'] {
  const [analytics, maintenance] = [container.get(FeatureAnalytics), container.get(FeatureMaintenance)];
  return { use: (owner) => analytics.use(owner), purge: (skipped) => maintenance.purge(skipped) };
}

async function* none(): AsyncGenerator<never> {}
