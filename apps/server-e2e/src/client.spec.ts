import { createClient } from '@cairn/client';
import { ServerProcess } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { accountScenarios } from './client/account-scenarios.js';
import { featureScenarios } from './client/feature-scenarios.js';
import { imageScenarios } from './client/image-scenarios.js';
import type { Stage } from './client/scenario.js';

let server: ServerProcess;
let stage: Stage;

beforeAll(async () => {
  server = await ServerProcess.start();
  const { address, key } = server;
  const client = createClient({ baseUrl: address, key });
  stage = { client, address, key, photo: fixtures.rotatedJpeg.bytes };
});

afterAll(() => server.dispose());

const scenarios = Object.entries({ ...imageScenarios, ...featureScenarios, ...accountScenarios });

describe('the client on Node', () => {
  it.each(scenarios)('%s', (_, run) => run(stage));
});
