import { ownAddress } from '@cairn/server/settings';
import type { Call } from '../program/command.js';
import { clientOf } from '../program/server-access.js';
import type { Administration } from './administration.js';
import { StoreAdministration } from './on-stores.js';
import { HttpAdministration } from './over-http.js';

/** Administers what the call names: a server, or else the stores of the settings. */
export async function administrationOf(call: Call): Promise<Administration> {
  const client = clientOf(call);
  return client === undefined
    ? new StoreAdministration(await call.application(), () => ownAddress(call.settings()))
    : new HttpAdministration(client);
}
