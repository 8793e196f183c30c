import { setTimeout as pause } from 'node:timers/promises';
import { isConflict } from './storage-error.js';

const MAX_RETRIES = 3;
const FIRST_PAUSE_MS = 20;

/** Retries at most three times after conflicts, with random pauses. */
export async function retried<T>(attempt: () => Promise<T>, retries = 0): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!isConflict(error) || retries === MAX_RETRIES) throw error;
    await pause(Math.random() * FIRST_PAUSE_MS * 2 ** retries);
    return await retried(attempt, retries + 1);
  }
}
