/** What specs import from `@jest/globals`, which itself works in Jest's sandbox alone. */
export { jestExpect as expect } from '@jest/expect';
export { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'jest-circus';

const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL'); // where jest-circus looks for it

/** What no test of a suite may exceed; nothing for the usual limit. */
export const setTimeout = (limitMs) => void (globalThis[TIMEOUT] = limitMs);

export const jest = { setTimeout };
