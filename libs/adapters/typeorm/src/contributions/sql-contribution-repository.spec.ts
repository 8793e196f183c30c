import { describe, it } from '@jest/globals';
import { contributionRepositoryContract, verify } from '@cairn/testkit';
import { engines, subjectsOf } from '../engines.spec.kit.js';

describe.each(engines)('SqlContributionRepository on $name', (engine) =>
  verify({
    contract: contributionRepositoryContract,
    subject: subjectsOf(engine)((repositories) => repositories),
    it,
  }),
);
