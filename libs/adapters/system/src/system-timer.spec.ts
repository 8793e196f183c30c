import { describe, it } from '@jest/globals';
import { timerContract, verify } from '@cairn/testkit';
import { SystemTimer } from './system-clock.js';

const open = async (): Promise<SystemTimer> => new SystemTimer();

describe('SystemTimer', () => verify({ contract: timerContract, subject: { open, reopen: open }, it }));
