import { describe, it } from '@jest/globals';
import {
  challengeRepositoryContract,
  identityRepositoryContract,
  inviteRepositoryContract,
  passkeyRepositoryContract,
  passwordHashContract,
  sessionRepositoryContract,
  userRepositoryContract,
  verify,
} from '@cairn/testkit';
import { MemoryPasswordHash } from './memory-password-hash.js';
import { openMemoryUsers as open } from './memory-users.spec.kit.js';

const subject = { open, reopen: open };
const reason = 'memory is not durable';

describe('MemoryUserRepository', () =>
  verify({
    contract: userRepositoryContract,
    subject,
    it,
    waivers: { 'users and their keys are there after a restart': reason },
  }));

describe('MemorySessionRepository', () =>
  verify({
    contract: sessionRepositoryContract,
    subject,
    it,
    waivers: { 'sessions are there after a restart': reason },
  }));

describe('MemoryInviteRepository', () =>
  verify({
    contract: inviteRepositoryContract,
    subject,
    it,
    waivers: { 'invites are there after a restart': reason },
  }));

describe('MemoryIdentityRepository', () =>
  verify({
    contract: identityRepositoryContract,
    subject,
    it,
    waivers: { 'identities are there after a restart': reason },
  }));

describe('MemoryPasskeyRepository', () =>
  verify({
    contract: passkeyRepositoryContract,
    subject,
    it,
    waivers: { 'passkeys are there after a restart': reason },
  }));

describe('MemoryChallengeRepository', () =>
  verify({
    contract: challengeRepositoryContract,
    subject,
    it,
    waivers: { 'challenges are there after a restart': reason },
  }));

const hash = async (): Promise<MemoryPasswordHash> => new MemoryPasswordHash();

describe('MemoryPasswordHash', () =>
  verify({ contract: passwordHashContract, subject: { open: hash, reopen: hash }, it }));
