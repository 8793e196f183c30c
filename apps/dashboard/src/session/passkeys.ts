import type { PasskeyRecord, SessionRecord } from '@cairn/api-schema';
import { isCairnError } from '@cairn/client';
import { client } from '../api/client.ts';
import { sentenceOf } from '../api/faults.ts';
import { lazily } from '../api/lazy.ts';
import type { Texts } from '../i18n/en/texts.ts';

/** Whether the browser supports passkeys. Over http it does so only at `localhost`. */
export const knowsPasskeys = 'PublicKeyCredential' in globalThis;

/** Lets the browser create a passkey for the signed-in user. */
export async function addPasskey(name: string): Promise<PasskeyRecord> {
  const { startRegistration } = await lazily(() => import('@simplewebauthn/browser'));
  const credential = await startRegistration({
    optionsJSON: await client.call('POST /api/passkeys/challenge'),
  });
  return await client.call('POST /api/passkeys', { body: { name, credential } });
}

/** Lets the browser ask for a passkey, and signs in with it. */
export async function signInByPasskey(): Promise<SessionRecord> {
  const { startAuthentication } = await lazily(() => import('@simplewebauthn/browser'));
  return await client.call('POST /api/session/passkey', {
    body: await startAuthentication({ optionsJSON: await client.call('POST /api/sign-in/passkey') }),
  });
}

/** The message for an error of these two functions. */
export function passkeyFault(error: unknown, texts: Texts): string {
  const { faults } = texts.passkeys;
  if (isCairnError(error, 'unauthorized') && error.code === 'invalid-passkey') return faults.refused;
  if (isCairnError(error) || !(error instanceof Error)) return sentenceOf(error, texts);
  switch (error.name) {
    case 'NotAllowedError':
    case 'AbortError':
      return faults.cancelled;
    case 'InvalidStateError':
      return faults.known;
    case 'SecurityError':
      return faults.otherAddress;
    default:
      return faults.other;
  }
}
