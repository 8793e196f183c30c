import { createClient } from '@cairn/client';
import { account } from './account.ts';
import { at } from './base-path.ts';
import { patientFetch } from './patience.ts';

/** The client for the user's own account on the page's server. The browser sends the session cookie. */
export const ownClient = createClient({ baseUrl: at('/'), fetch: patientFetch });

/** The client for the account that the document shows. */
export const client = account === undefined ? ownClient : ownClient.as(account);
