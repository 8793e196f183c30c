import { createClient, type CairnClient } from '@cairn/client';

let key: string | undefined;
let current: CairnClient = createClient({ baseUrl: '/' });

/** The client for whoever is signed in. */
export const client = (): CairnClient => current;

/** From now on requests are sent with this key; without one the browser sends its cookie. */
export function useKey(given: string | undefined): void {
  key = given;
  current = createClient({ baseUrl: '/', key });
}

/** What a map sends with its own requests for tiles. */
export const tileHeaders = (): Readonly<Record<string, string>> =>
  key === undefined ? {} : { Authorization: `Bearer ${key}` };
