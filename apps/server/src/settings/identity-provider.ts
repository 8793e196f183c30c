import { readFileSync } from 'node:fs';
import { type IdentityProviderSettings, type AdmissionRule, isLoopback } from '@cairn/http/settings';

interface Values {
  readonly CAIRN_OIDC_ISSUER: string | undefined;
  readonly CAIRN_OIDC_CLIENT_ID: string | undefined;
  readonly CAIRN_OIDC_CLIENT_SECRET: string | undefined;
  readonly CAIRN_OIDC_CLIENT_SECRET_FILE: string | undefined;
  readonly CAIRN_OIDC_NAME: string | undefined;
  readonly CAIRN_OIDC_SCOPES: string | undefined;
  readonly CAIRN_OIDC_MEMBERS: readonly AdmissionRule[] | undefined;
  readonly CAIRN_OIDC_OWNERS: readonly AdmissionRule[] | undefined;
}

/** `undefined` without an issuer. */
export function identityProviderSettings(values: Values): IdentityProviderSettings | undefined {
  const { CAIRN_OIDC_ISSUER: issuerUrl, CAIRN_OIDC_CLIENT_ID: clientId } = values;
  if (issuerUrl === undefined || clientId === undefined) return undefined;
  return {
    issuer: issuerUrl,
    clientId,
    clientSecret: values.CAIRN_OIDC_CLIENT_SECRET ?? values.CAIRN_OIDC_CLIENT_SECRET_FILE,
    name: values.CAIRN_OIDC_NAME ?? new URL(issuerUrl).hostname,
    scopes: values.CAIRN_OIDC_SCOPES ?? 'openid profile email',
    members: values.CAIRN_OIDC_MEMBERS ?? [],
    owners: values.CAIRN_OIDC_OWNERS ?? [],
  };
}

/** The faults of combinations of variables. `given` has the set variables, valid or not. */
export function identityProviderFaults(values: Values, given: Readonly<Record<string, unknown>>): string[] {
  const isSet = (name: keyof Values): boolean => (given[name] ?? '') !== '';
  const names = Object.keys(given).filter((name) => name.startsWith('CAIRN_OIDC_') && given[name] !== '');
  const faults: string[] = [];
  if (names.length > 0 && !isSet('CAIRN_OIDC_ISSUER'))
    faults.push(
      `CAIRN_OIDC_ISSUER must be set for ${names[0]}, for example CAIRN_OIDC_ISSUER=https://id.example.org`,
    );
  if (isSet('CAIRN_OIDC_ISSUER') && !isSet('CAIRN_OIDC_CLIENT_ID'))
    faults.push(
      'CAIRN_OIDC_CLIENT_ID must be set for CAIRN_OIDC_ISSUER, for example CAIRN_OIDC_CLIENT_ID=cairn',
    );
  if (values.CAIRN_OIDC_CLIENT_SECRET !== undefined && isSet('CAIRN_OIDC_CLIENT_SECRET_FILE'))
    faults.push('CAIRN_OIDC_CLIENT_SECRET_FILE must not be set beside CAIRN_OIDC_CLIENT_SECRET');
  return faults;
}

/** @throws {Error} that says what is expected, as all parsers here do. */
export function issuer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url === undefined || !isSafe || url.search || url.hash || url.username)
    throw new Error('must be an https address without user, query or fragment; http only for loopback');
  return text;
}

export function secretFile(path: string): string {
  const secret = contentOf(path)?.trim();
  if (secret === undefined) throw new Error('must be the path of a file that can be read');
  if (secret === '') throw new Error('must be the path of a file with a secret; this one is empty');
  return secret;
}

export function oidcScopes(text: string): string {
  const scopes = text.split(/[\s,]+/).filter((scope) => scope !== '');
  if (!scopes.includes('openid')) throw new Error('must be scopes separated by spaces, with openid');
  return scopes.join(' ');
}

export function ownerRules(text: string): readonly AdmissionRule[] {
  return text.split(',').map((part) => {
    const [, claim, value] = /^\s*([^=\s]+?)\s*=\s*(\S(?:.*\S)?)\s*$/.exec(part) ?? [];
    if (claim === undefined || value === undefined)
      throw new Error('must be claims with a value, separated by commas');
    return { claim, value };
  });
}

/** `anyone` means every user of the provider. */
export function memberRules(text: string): readonly AdmissionRule[] {
  return text.trim() === 'anyone' ? ['anyone'] : ownerRules(text);
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
