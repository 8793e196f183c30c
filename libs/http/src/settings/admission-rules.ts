/**
 * A claim that must have the value, or hold it in a list; or everybody. `email` counts only if the provider has verified
 * it; `@example.org` is every address of that domain.
 */
export type AdmissionRule = 'anyone' | { readonly claim: string; readonly value: string };

/** The claims of the provider about a user, by name. */
export type Claims = Readonly<Record<string, unknown>>;

/** Whether any rule admits a user with these claims. */
export function admits(rules: readonly AdmissionRule[], claims: Claims): boolean {
  return rules.some((rule) => {
    if (rule === 'anyone') return true;
    return rule.claim === 'email'
      ? hasEmail(claims, rule.value)
      : has(claimAt(claims, rule.claim), rule.value);
  });
}

function hasEmail({ email, email_verified: isVerified }: Claims, value: string): boolean {
  if (isVerified !== true || typeof email !== 'string') return false;
  const given = email.toLowerCase();
  const wanted = value.toLowerCase();
  return wanted.startsWith('@') ? given.slice(given.lastIndexOf('@')) === wanted : given === wanted;
}

function has(claim: unknown, value: string): boolean {
  return Array.isArray(claim)
    ? claim.some((item) => has(item, value))
    : ['string', 'number', 'boolean'].includes(typeof claim) && String(claim) === value;
}

/** The claim of this name. Dots descend into nested claims, as in `realm_access.roles`. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let found: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined;
    found = Object.entries(found).find(([key]) => key === part)?.[1];
  }
  return found;
}
