import { describe, it } from '@jest/globals';
import { clockContract, verify } from '@cairn/testkit';
import { SystemClock } from './system-clock.js';

const open = async (): Promise<SystemClock> => new SystemClock();

describe('SystemClock', () => verify({ contract: clockContract, subject: { open, reopen: open }, it }));
