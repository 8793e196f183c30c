import { describe, it } from '@jest/globals';
import { mapRepositoryContract, verify } from '@cairn/testkit';
import { engines, subjectsOf } from '../engines.spec.kit.js';

describe.each(engines)('TypeOrmMapRepository on $name', (engine) => {
  const subject = subjectsOf(engine);
  verify({
    contract: mapRepositoryContract,
    subject: subject(({ maps, outbox, trash, grants, links }) => ({ maps, outbox, trash, grants, links })),
    it,
  });
});
