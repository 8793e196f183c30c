import { afterAll, describe, it } from '@jest/globals';
import { openTestPostgres } from '@cairn/services';
import {
  assertAnswersLikeBruteForce,
  assertLikeModel,
  featureStoreContract,
  verify,
  type FeatureStorePorts,
} from '@cairn/testkit';
import fc from 'fast-check';
import { SqlOutbox } from '../../kernel/sql-outbox.js';
import { TypeOrmSpaceRepository } from '../../spaces/typeorm-space-repository.js';
import { openPostgres } from '../open-postgres.js';
import type { PostgresDatabase } from '../postgres-database.js';
import { PostgresFeatureStore } from './postgres-feature-store.js';

const server = await openTestPostgres();
const databases: PostgresDatabase[] = [];
let url: string | undefined; // each rule has spaces of its own

const open = async (): Promise<FeatureStorePorts> => {
  url ??= await server.fresh();
  const database = databases[0] ?? (await openPostgres({ url }));
  databases[0] = database;
  return {
    features: new PostgresFeatureStore(database),
    spaces: new TypeOrmSpaceRepository(database),
    outbox: new SqlOutbox(database),
  };
};

const reopen = async (): Promise<FeatureStorePorts> => {
  await databases.pop()?.close();
  return await open();
};

const modelQuestions = Number(process.env['MODEL_QUESTIONS'] ?? 40);
const modelRuns = Number(process.env['MODEL_RUNS'] ?? 10);

const subject = { open, reopen };

afterAll(async () => {
  await databases.pop()?.close();
  await server.close();
});

describe(`PostgresFeatureStore on ${server.name}`, () => {
  verify({ contract: featureStoreContract, subject, it });

  it(
    'agrees with a naive model after any operations',
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(fc.integer(), { maxLength: 15 }), (operations) =>
          assertLikeModel(subject, operations),
        ),
        { numRuns: modelRuns, seed: Number(process.env['MODEL_SEED'] ?? 11) },
      ),
    60_000 + modelRuns * 1_000,
  );

  it(
    'answers random questions as brute force does',
    () =>
      assertAnswersLikeBruteForce(subject, {
        seed: Number(process.env['MODEL_SEED'] ?? 11),
        questions: modelQuestions,
      }),
    60_000 + modelQuestions * 100,
  );
});
