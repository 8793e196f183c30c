import { createClient } from '@cairn/client';
import { account } from './account.ts';
import { at } from './base-path.ts';
import { patientFetch } from './patience.ts';

/** The client of the server that the page came from, in one's own account. The browser sends the cookie of the session. */
export const ownClient = createClient({ baseUrl: at('/'), fetch: patientFetch });

/** In the account that the document shows. */
export const client = account === undefined ? ownClient : ownClient.as(account);
