import { describe, it } from '@jest/globals';
import type { AuditTrail } from '@cairn/access/spi';
import {
  auditTrailContract as contract,
  sabotaged,
  verify,
  verifyFails,
  type Saboteurs,
} from '@cairn/testkit';
import { MemoryAuditTrail } from './memory-audit-trail.js';

const open = async (): Promise<AuditTrail> => new MemoryAuditTrail();
const subject = { open, reopen: open };

const saboteurs: Saboteurs<AuditTrail, typeof contract> = {
  'entries are listed with every field, the latest first': (audit) =>
    sabotaged(audit, { append: (entries) => audit.append(entries.map(({ address: _, ...entry }) => entry)) }),
  'a filter holds in all its parts': (audit) =>
    sabotaged(audit, { list: ({ principal: _, ...filter }, page) => audit.list(filter, page) }),
  'a filter finds guests, operations, things and what is from others': (audit) =>
    sabotaged(audit, {
      list: ({ thing, ...filter }, page) =>
        audit.list({ ...filter, thing: thing && { ...thing, id: thing.id.toLowerCase() } }, page),
    }),
  'rows have their first entries, and sums of what was joined to them': (audit) =>
    sabotaged(audit, {
      joined: async (first) =>
        (await audit.joined(first)).map(({ images, ...sums }) => ({ ...sums, images: images.toReversed() })),
    }),
  'pages of any size have each entry once': (audit) =>
    sabotaged(audit, {
      list: (filter, { limit, after }) =>
        audit.list(filter, { limit, after: after && { ...after, id: `${after.id}~` } }),
    }),
  'an entry of the same time and identifier counts as often more, also at once': (audit) =>
    sabotaged(audit, { append: (entries) => audit.append(entries.map((entry) => ({ ...entry, count: 1 }))) }),
  'pruning removes the oldest before a time, no more than it may': (audit) =>
    sabotaged(audit, { prune: (before) => audit.prune(before, 1_000) }),
  'entries are there after a restart': (audit) => audit,
};

describe('MemoryAuditTrail', () =>
  verify({
    contract,
    subject,
    it,
    waivers: { 'entries are there after a restart': 'memory is not durable' },
  }));

describe('the contract of audit trails', () => verifyFails({ contract, subject, saboteurs, it }));
