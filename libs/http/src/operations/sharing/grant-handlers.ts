import type { IncomingMessage } from 'node:http';
import {
  assertPassesOn,
  bearerOf,
  ExplainAccess,
  FindGrantees,
  GiveGrant,
  GrantNotFound,
  missingScope,
  isAtLeast,
  ManageGrants,
  roleOn,
  type Asked,
  type Caller,
  type AuditedResource,
  type Grant,
  type GrantActor,
  ScopeMissing,
} from '@cairn/access';
import {
  accessQuerySchema,
  giveGrantBodySchema,
  grantsQuerySchema,
  type AccessRecord,
  type GrantPage,
  type GrantRecord,
  type ReceivedGrants,
} from '@cairn/api-schema';
import { ReadImage } from '@cairn/images';
import { formatCursor, parseAll, parseCursor } from '@cairn/kernel';
import { actingIn, assertRole } from '../../access/acting.js';
import { parse } from '../../messages/faults.js';
import { readJson } from '../../bodies/json-body.js';
import { noteChanged, requestContextOf } from '../../messages/request-context.js';
import { timestamp } from '../../responses/timestamp.js';
import type { SharedTarget } from '../../sharing/grant-targets.js';
import { accessRecord, grantRecord, subjectOf } from '../../sharing/grant-view.js';
import { callerOf } from '../../access/caller.js';
import type { HttpServices } from '../../http-services.js';
import { NO_CONTENT, type OperationHandlers } from '../../routing/operation-handler.js';

const PER_PAGE = 100;

/** Sharing with users, groups and keys. */
export function grantHandlers({ application, targets, shared, addresses }: HttpServices): OperationHandlers {
  const giveGrant = application.get(GiveGrant);
  const grants = application.get(ManageGrants);
  const grantees = application.get(FindGrantees);
  const explainAccess = application.get(ExplainAccess);
  const readImage = application.get(ReadImage);
  /** @throws {AccessForbidden} unless the caller manages the resource. What `GrantTargets` throws. */
  async function managed(
    request: IncomingMessage,
    accountId: string,
    resource: Grant['resource'],
  ): Promise<SharedTarget> {
    await targets.assertManages(request, resource);
    return await targets.find(accountId, resource);
  }

  /** The image as a target, with the albums through which `to` may reach it. */
  async function imageTarget(accountId: string, id: string, to: Asked): Promise<GrantActor['target']> {
    const held = to.type === 'everyone' ? [] : await grants.heldBy(`${to.type}:${to.id}`, accountId);
    return await shared.imageTarget(held, await readImage.execute(accountId, id));
  }

  /** A grant to somebody else is visible only to managers of its resource. @throws {GrantNotFound} */
  async function manager(caller: Caller, { accountId, resource }: Grant): Promise<GrantActor> {
    const bearer = bearerOf(caller);
    const held = await shared.heldBy(caller);
    const target = await targets.targetOf(accountId, resource);
    if (bearer === undefined || !isAtLeast(roleOn(held, target), 'manager')) throw new GrantNotFound();
    return { bearer, target };
  }

  /** `undefined` if the resource or its account is gone. `name` is the name of the account. */
  async function receivedGrant(
    { id, accountId, resource, to, role, createdAt }: Grant,
    name: string | undefined,
  ): Promise<ReceivedGrants['grants'][number] | undefined> {
    const title = (await targets.known(accountId, resource))?.title;
    if (title === undefined || name === undefined) return undefined;
    return {
      id,
      account: { id: accountId, name },
      resource: { ...resource },
      title,
      role,
      byGroup: to.type === 'group',
      createdAt: timestamp(createdAt),
    };
  }
  return {
    giveGrant: async ({ request, response }): Promise<GrantRecord> => {
      const caller = callerOf(request);
      const { accountId } = caller;
      const { resource: named, to: grantee, role } = await readJson(request, response, giveGrantBodySchema);
      assertPassesOn(caller, { resource: named, role });
      const { resource, target } = await managed(request, accountId, named);
      noteChanged(request, { thing: thingOf(resource) });
      const to = await grantees.execute(accountId, grantee);
      const grant = await giveGrant.execute({ accountId, resource, to, role }, actorIn(request, target));
      shared.renew();
      return grantRecord(grant, await grantees.names(accountId, [to]));
    },

    listGrants: async ({ request, query }): Promise<GrantPage> => {
      const { accountId } = callerOf(request);
      const { limit = PER_PAGE, cursor, type, id, include } = parse(query, grantsQuerySchema);
      const { cursor: after } = parseAll({
        cursor: () => (cursor === undefined ? undefined : parseCursor(cursor)),
      });
      const isOfOne = type !== undefined && id !== undefined;
      const resource = isOfOne ? (await managed(request, accountId, { type, id })).resource : undefined;
      if (resource === undefined) assertRole(request, { type: 'account', id: accountId }, 'manager');
      const { items, next } = await grants.list(accountId, { limit, after }, resource);
      const names = await grantees.names(
        accountId,
        items.map(({ to }) => to),
      );
      const known = include && (await targets.allKnown(accountId, items));
      const shown = actingIn(request) === undefined ? addresses : undefined;
      return {
        grants: items.map((grant, index) => ({
          ...grantRecord(grant, names),
          ...(known && subjectOf(known[index], shown)),
        })),
        ...(next && { nextCursor: formatCursor(next) }),
      };
    },

    listReceivedGrants: async ({ request }): Promise<ReceivedGrants> => {
      const caller = callerOf(request);
      const bearer = bearerOf(caller);
      const held = bearer === undefined ? [] : await grants.heldBy(bearer);
      // There may be thousands of grants of one account.
      const ids = [...new Set(held.map(({ accountId }) => accountId))];
      // An owner whom an embedding application names has no account.
      const titles = ids.map(
        async (id) => [id, (await targets.known(id, { type: 'account', id }))?.title ?? id] as const,
      );
      const names = new Map(await Promise.all(titles));
      const shown = await Promise.all(held.map((grant) => receivedGrant(grant, names.get(grant.accountId))));
      return { grants: shown.filter((grant) => grant !== undefined) };
    },

    takeGrant: async ({ request, params: { id = '' } }) => {
      const caller = callerOf(request);
      const grant = await grants.get(id);
      const bearer = bearerOf(caller);
      const isTheirs = bearer === `${grant.to.type}:${grant.to.id}`;
      if (!isTheirs && missingScope(caller, ['keys:manage'])) throw new ScopeMissing('keys:manage');
      const actor =
        isTheirs || grant.accountId === caller.accountId ? undefined : await manager(caller, grant);
      await grants.remove(id, actor);
      requestContextOf(request).owner = grant.accountId;
      noteChanged(request, { thing: thingOf(grant.resource) });
      return NO_CONTENT;
    },

    explainAccess: async ({ request, query }): Promise<AccessRecord> => {
      const { accountId } = callerOf(request);
      const { to, type, id } = parse(query, accessQuerySchema);
      const found = await managed(request, accountId, { type, id });
      const asked = askedIn(to);
      const target = type === 'image' ? await imageTarget(accountId, id, asked) : found.target;
      const reasons = await explainAccess.execute({ to: asked, target, isOpen: found.isOpen });
      const named = reasons.flatMap((reason) => (reason.kind === 'grant' ? [reason.grant.to] : []));
      return accessRecord(reasons, await grantees.names(accountId, named));
    },
  };
}

/** `undefined` for a whole account, which the audit trail is of. */
function thingOf({ type, id }: Grant['resource']): AuditedResource | undefined {
  return type === 'account' ? undefined : { type, id };
}

function actorIn(request: IncomingMessage, target: GrantActor['target']): GrantActor | undefined {
  const acting = actingIn(request);
  return acting && { bearer: acting.bearer, target };
}

function askedIn(text: string): Asked {
  if (text === 'everyone') return { type: 'everyone' };
  const id = text.slice(text.indexOf(':') + 1);
  return { type: text.startsWith('user:') ? 'user' : 'key', id };
}
