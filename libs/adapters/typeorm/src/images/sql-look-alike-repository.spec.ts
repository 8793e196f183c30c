import { describe, it } from '@jest/globals';
import { lookAlikeRepositoryContract, verify } from '@cairn/testkit';
import { engines, subjectsOf } from '../engines.spec.kit.js';

describe.each(engines)('SqlLookAlikeRepository on $name', (engine) =>
  verify({
    contract: lookAlikeRepositoryContract,
    subject: subjectsOf(engine)(({ catalog, lookAlikes, outbox }) => ({ catalog, lookAlikes, outbox })),
    it,
  }),
);
