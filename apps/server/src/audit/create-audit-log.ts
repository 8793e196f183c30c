import { AuditTrail } from '@cairn/access/spi';
import type { Application } from '@cairn/composition';
import { Clock, IdGenerator } from '@cairn/kernel';
import type { Logger } from 'pino';
import type { ClientAddresses } from '../http/client-addresses.js';
import type { ServerSettings } from '../settings/settings.js';
import { AuditLog } from './audit-log.js';

/** `undefined` if the settings turn the audit trail off. */
export function createAuditLog({
  application,
  settings,
  clients,
  log,
}: {
  readonly application: Pick<Application, 'get'>;
  readonly settings: Pick<ServerSettings, 'auditsAddresses' | 'application'>;
  readonly clients: ClientAddresses;
  readonly log: Pick<Logger, 'error'>;
}): AuditLog | undefined {
  if (settings.application.auditDays === 0) return undefined;
  return new AuditLog({
    audit: application.get(AuditTrail),
    clock: application.get(Clock),
    ids: application.get(IdGenerator),
    clients: settings.auditsAddresses ? clients : undefined,
    failed: (err) => log.error({ err }, 'entries of the audit trail are stored later'),
  });
}
