export const identityExamples = {
  signInMethods: {
    identityProvider: { name: 'Example', issuer: 'https://id.example.org' },
    passkeys: 'available',
  },
  startIdentityBody: { from: '/images' },
  startedIdentity: {
    url: 'https://id.example.org/authorize?client_id=cairn&response_type=code&scope=openid&state=…',
  },
  identityRecord: {
    id: '9kLmNbVcXzAsDfGhJkQwEr',
    issuer: 'https://id.example.org',
    name: 'ada@example.org',
    createdAt: '2026-01-02T03:04:05.678Z',
  },
} as const;
