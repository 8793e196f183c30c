import { AuditTrail } from '@cairn/access/spi';
import { NameThings, type Application } from '@cairn/composition';
import { Clock, IdGenerator } from '@cairn/kernel';
import type { HttpLog } from '../logging/http-log.js';
import type { ClientAddresses } from '../messages/client-addresses.js';
import type { HttpSettings } from '../settings/http-settings.js';
import { AuditLog } from './audit-log.js';

/** `undefined` if the settings turn the audit trail off. */
export function createAuditLog({
  application,
  settings,
  clients,
  log,
}: {
  readonly application: Pick<Application, 'get'>;
  readonly settings: Pick<HttpSettings, 'audits' | 'auditsAddresses'>;
  readonly clients: ClientAddresses;
  readonly log: Pick<HttpLog, 'error'>;
}): AuditLog | undefined {
  if (!settings.audits) return undefined;
  const naming = application.get(NameThings);
  return new AuditLog({
    audit: application.get(AuditTrail),
    clock: application.get(Clock),
    ids: application.get(IdGenerator),
    clients: settings.auditsAddresses ? clients : undefined,
    name: async (entries) => await naming.execute(entries),
    failed: (err) => log.error({ err }, 'entries of the audit trail are stored later'),
  });
}
