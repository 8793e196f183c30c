import { ReadAudit, type AuditEntry } from '@cairn/access';
import { auditQuerySchema, type AuditRecord } from '@cairn/api-schema';
import { callerOf } from '../../access/caller.js';
import { parse } from '../../messages/faults.js';
import { sendListing } from '../../responses/send-listing.js';
import { timestamp } from '../../responses/timestamp.js';
import type { HttpServices } from '../../http-services.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';
import { namedIn } from './activity-handlers.js';

/** The API of the audit trail. */
export function auditHandlers({ application, addresses }: HttpServices): OperationHandlers {
  const readAudit = application.get(ReadAudit);
  return {
    listAudit: async ({ request, response, query }) => {
      const caller = callerOf(request);
      const asked = parse(query, auditQuerySchema);
      const { accountId = caller.accountId, since, until, row, ...filter } = asked;
      const wanted = {
        ...filter,
        rows: row === undefined ? undefined : { joinedTo: row },
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

function show(entry: AuditEntry): AuditRecord {
  const { id, at, accountId, principal, operation, status, joinedTo } = entry;
  const { target = null, address = null, count = 1, images = [], imageCount = 0 } = entry;
  return {
    id,
    at: timestamp(at),
    accountId,
    principal,
    ...namedIn(entry),
    operation,
    target,
    status,
    address,
    count,
    images,
    imageCount,
    row: joinedTo?.first ?? id,
  };
}
