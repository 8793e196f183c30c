import {
  ChooseBaseMap,
  ListAccounts,
  missingScope,
  ReadAccount,
  RenameAccount,
  ScopeMissing,
  type Account,
} from '@cairn/access';
import {
  changeAccountBodySchema,
  createAccountBodySchema,
  eraseAccountQuerySchema,
  type AccountDetails,
  type AccountRecord,
  type ErasureRecord,
} from '@cairn/api-schema';
import { EraseOwner, Erasures, OpenAccount, type ErasureRecord as Erasure } from '@cairn/composition';
import { JOB_ID_LENGTH, ReadByteQuota, ReadQuota, SetByteQuota, SetQuota } from '@cairn/images';
import { ReadFeatureUse } from '@cairn/spaces';
import { readJson } from '../../bodies/json-body.js';
import { sendListing } from '../../responses/send-listing.js';
import { requestContextOf } from '../../messages/request-context.js';
import { timestamp } from '../../responses/timestamp.js';
import { callerOf } from '../../access/caller.js';
import { parse } from '../../messages/faults.js';
import { baseMapOf } from '../../settings/base-map-data.js';
import type { HttpServices } from '../../http-services.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';

/** The accounts API. Combines accounts with their use and their limits. */
export function accountHandlers({ application, addresses }: HttpServices): OperationHandlers {
  const openAccount = application.get(OpenAccount);
  const readAccount = application.get(ReadAccount);
  const renameAccount = application.get(RenameAccount);
  const chooseBaseMap = application.get(ChooseBaseMap);
  const listAccounts = application.get(ListAccounts);
  const readQuota = application.get(ReadQuota);
  const setQuota = application.get(SetQuota);
  const readByteQuota = application.get(ReadByteQuota);
  const setByteQuota = application.get(SetByteQuota);
  const readFeatureUse = application.get(ReadFeatureUse);
  const eraseOwner = application.get(EraseOwner);
  const erasures = application.get(Erasures);
  async function details(account: Account): Promise<AccountDetails> {
    const [images, bytes, { featureCount, length, quota }] = await Promise.all([
      readQuota.execute(account.id),
      readByteQuota.execute(account.id),
      readFeatureUse.execute(account.id),
    ]);
    return {
      ...show(account),
      ...images,
      imageBytes: bytes.used,
      imageBytesQuota: bytes.quota ?? null,
      featureCount,
      featureBytes: length,
      featureQuota: quota.maxFeatures ?? null,
      featureBytesQuota: quota.maxLength ?? null,
      baseMap: baseMapOf(account),
    };
  }
  return {
    createAccount: async ({ request, response }): Promise<AccountDetails> => {
      const caller = callerOf(request);
      const body = await readJson(request, response, createAccountBodySchema);
      const quotas = { images: body.imageQuota ?? undefined, bytes: body.imageBytesQuota ?? undefined };
      const account = await openAccount.execute(caller, { name: body.name, quotas });
      return await details(account);
    },

    listAccounts: async ({ request, response, query }) => {
      const caller = callerOf(request);
      await sendListing({
        query: query,
        response,
        url: `${addresses.baseUrl}/api/accounts`,
        list: (page) => listAccounts.execute(caller, page),
        show,
      });
    },

    getAccount: async ({ request, params: { id = '' } }): Promise<AccountDetails> => {
      const caller = callerOf(request);
      return await details(await readAccount.execute(caller, id));
    },

    changeAccount: async ({ request, response, params: { id = '' } }): Promise<AccountDetails> => {
      const caller = callerOf(request);
      const body = await readJson(request, response, changeAccountBodySchema);
      const { name, baseMap, imageQuota, imageBytesQuota } = body;
      const isAboutQuotas = imageQuota !== undefined || imageBytesQuota !== undefined;
      if (isAboutQuotas && missingScope(caller, ['admin'])) throw new ScopeMissing('admin');
      const known = await readAccount.execute(caller, id);
      requestContextOf(request).owner = known.id;
      const named = name === undefined ? known : await renameAccount.execute(caller, id, name);
      const account = baseMap === undefined ? named : await chooseBaseMap.execute(caller, id, baseMap);
      if (imageQuota !== undefined) await setQuota.execute(account.id, imageQuota ?? undefined);
      if (imageBytesQuota !== undefined) await setByteQuota.execute(account.id, imageBytesQuota ?? undefined);
      return await details(account);
    },

    eraseAccount: async ({ request, response, query, params: { id = '' } }): Promise<ErasureRecord> => {
      const account = await readAccount.execute(callerOf(request), id);
      const { addresses: kept = 'digests' } = parse(query, eraseAccountQuerySchema);
      const jobId = requestContextOf(request).attempt?.id(JOB_ID_LENGTH);
      const erasure = await eraseOwner.execute(account.id, { addresses: kept, jobId });
      response.statusCode = 202;
      response.setHeader('Location', `${addresses.baseUrl}/api/erasures/${erasure.id}`);
      return showErasure(erasure);
    },

    getErasure: async ({ params: { id = '' } }): Promise<ErasureRecord> =>
      showErasure(await erasures.get(id)),
  };
}

function show({ id, name, createdAt }: Account): AccountRecord {
  return { id, name, createdAt: timestamp(createdAt) };
}

function showErasure({
  id,
  owner,
  state,
  erased,
  unfinished,
  error,
  createdAt,
  endedAt,
}: Erasure): ErasureRecord {
  return {
    id,
    accountId: owner,
    state,
    erased: { ...erased },
    unfinished: unfinished.map((work) => ({ ...work })),
    error: error ?? null,
    createdAt: timestamp(createdAt),
    endedAt: endedAt === undefined ? null : timestamp(endedAt),
  };
}
