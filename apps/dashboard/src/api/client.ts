import { createClient } from '@cairn/client';
import { patientFetch } from './patience.ts';

/** The client of the server that the page came from. The browser sends the cookie of the session. */
export const client = createClient({ baseUrl: '/', fetch: patientFetch });
