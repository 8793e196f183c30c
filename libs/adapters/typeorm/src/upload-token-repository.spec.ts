import { describe, it } from '@jest/globals';
import { uploadTokenRepositoryContract, verify } from '@cairn/testkit';
import { engines, subjectsOf } from './engines.spec.kit.js';

describe.each(engines)('TypeOrmUploadTokenRepository on $name', (engine) => {
  const subject = subjectsOf(engine);
  verify({ contract: uploadTokenRepositoryContract, subject: subject((repositories) => repositories), it });
});
