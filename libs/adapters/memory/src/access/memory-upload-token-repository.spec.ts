import { describe, it } from '@jest/globals';
import { UploadTokenLimitReached, UploadTokenUsedUp } from '@cairn/access';
import type { UploadTokenRepository } from '@cairn/access/spi';
import {
  later,
  sabotaged,
  uploadTokenRepositoryContract,
  verify,
  verifyFails,
  type Saboteurs,
  type UploadTokenPorts,
} from '@cairn/testkit';
import { openMemoryUsers as open } from './users/memory-users.spec.kit.js';

const subject = { open: async (): Promise<UploadTokenPorts> => await open(), reopen: open };

describe('MemoryUploadTokenRepository', () =>
  verify({
    contract: uploadTokenRepositoryContract,
    subject,
    it,
    waivers: { 'tokens and their counts are there after a restart': 'memory is not durable' },
  }));

const broken =
  (replace: (tokens: UploadTokenRepository) => Partial<UploadTokenRepository>) =>
  (ports: UploadTokenPorts): UploadTokenPorts => ({
    ...ports,
    uploadTokens: sabotaged(ports.uploadTokens, replace(ports.uploadTokens)),
  });

const saboteurs: Saboteurs<UploadTokenPorts, typeof uploadTokenRepositoryContract> = {
  'a digest finds its token with every field, and any other finds none': broken((tokens) => ({
    add: (token) => tokens.add({ ...token, byGrant: undefined }),
  })),
  'tokens are listed by account and by maker, the latest first, page by page': broken((tokens) => ({
    list: ({ accountId }, page) => tokens.list({ accountId }, page),
  })),
  'no more files are counted than a token allows, however many come at once, and one that is given back makes room':
    broken((tokens) => ({
      claim: async (token) => {
        const { items } = await tokens.list({ accountId: token.accountId }, { limit: 99 });
        const stored = items.find(({ id }) => id === token.id);
        await later();
        if ((stored?.filesUsed ?? 0) >= token.maxFiles) throw new UploadTokenUsedUp();
        await tokens.claim({ ...token, maxFiles: Infinity });
      },
    })),
  'the files of a signed token are counted by its digest, also if two are signed with one, and it is not listed':
    broken((tokens) => ({
      claim: (token) => tokens.claim({ ...token, digest: `${token.digest} ${token.path}` }),
    })),
  'a removed token is not found any more, at once, and counts nothing; an absent or another’s one is UploadTokenNotFound':
    broken((tokens) => ({ remove: ({ accountId }, id) => tokens.remove({ accountId }, id) })),
  'tokens go with the key that made them, its parent, or the user': broken((tokens) => ({
    add: ({ createdBy: _, ...token }) => tokens.add(token),
  })),
  'an account has at most the given number of made tokens, also of concurrent ones, and of signed ones apart':
    broken((tokens) => ({
      add: async (token, limit = Infinity) => {
        const { items } = await tokens.list({ accountId: token.accountId }, { limit: 99 });
        if (items.length >= limit) throw new UploadTokenLimitReached(limit);
        await later();
        await tokens.add(token);
      },
    })),
  'what expired long ago is forgotten once another token is there': broken((tokens) => ({
    add: (token) => tokens.add({ ...token, expiresAt: token.expiresAt + 1 }),
  })),
  'tokens and their counts are there after a restart': (ports) => ports,
};

describe('the contract of upload tokens', () =>
  verifyFails({ contract: uploadTokenRepositoryContract, subject, saboteurs, it }));
