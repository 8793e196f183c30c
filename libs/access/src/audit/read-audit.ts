import { type Page, type PageRequest, type PortsOf, parsePage } from '@cairn/kernel';
import { assertAdministrator, assertManages, assertManagesKeys } from '../authorization.js';
import type { Caller } from '../permissions/caller.js';
import { AuditTrail, type AuditEntry, type AuditFilter } from './audit-trail.js';

/** Lists who changed what in an account, or in all without one, the latest first. */
export class ReadAudit {
  static readonly ports = { audit: AuditTrail };

  constructor(private readonly ports: PortsOf<typeof ReadAudit.ports>) {}

  /** @throws {ScopeMissing} without `keys:manage`, or for other accounts if the caller is not an administrator. */
  async execute(caller: Caller, filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntry>> {
    assertManagesKeys(caller);
    if (filter.accountId === undefined) assertAdministrator(caller);
    else assertManages(caller, filter.accountId);
    return await this.ports.audit.list(filter, parsePage(page));
  }
}
