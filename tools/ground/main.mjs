import { fileURLToPath } from 'node:url';
import { step } from '../step.mjs';
import { makeGround } from './make-ground.mjs';

await step('Making the ground', () =>
  makeGround(fileURLToPath(new URL('../../libs/ground', import.meta.url))),
);
