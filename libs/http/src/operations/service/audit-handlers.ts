import { ReadAudit, type AuditEntry } from '@cairn/access';
import { auditQuerySchema, type AuditRecord } from '@cairn/api-schema';
import { callerOf } from '../../access/caller.js';
import { parse } from '../../messages/faults.js';
import { sendListing } from '../../responses/send-listing.js';
import { timestamp } from '../../responses/timestamp.js';
import type { HttpServices } from '../../http-services.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';

/** The API of the audit trail. */
export function auditHandlers({ application, addresses }: HttpServices): OperationHandlers {
  const readAudit = application.get(ReadAudit);
  return {
    listAudit: async ({ request, response, query }) => {
      const caller = callerOf(request);
      const { accountId = caller.accountId, since, until, ...filter } = parse(query, auditQuerySchema);
      const wanted = {
        ...filter,
        accountId: accountId === '*' ? undefined : accountId,
        since: since === undefined ? undefined : Date.parse(since),
        until: until === undefined ? undefined : Date.parse(until),
      };
      await sendListing({
        query,
        response,
        url: `${addresses.baseUrl}/api/audit`,
        list: (page) => readAudit.execute(caller, wanted, page),
        show,
      });
    },
  };
}

function show({ at, target, address, count, ...entry }: AuditEntry): AuditRecord {
  const facts = { target: target ?? null, address: address ?? null, count: count ?? 1 };
  return { at: timestamp(at), ...entry, ...facts };
}
