const challenge = 'Z0JrVTNyV2R5bFE4bTFjUHhUYU5mNXZIczJMb0Vpand6OUFiQ2RFZkdoSQ';
const credentialId = 'n1uXyq7cVfZ0qK9mJ3oT5A';
const credential = { id: credentialId, rawId: credentialId, type: 'public-key' } as const;
const clientDataJSON = 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0';

export const passkeyExamples = {
  passkeyCreation: {
    rp: { id: 'cairn.example.org', name: 'Cairn' },
    user: { id: 'OWtMbU5iVmNYekFzRGZHaEprUXdFcg', name: 'Ada', displayName: 'Ada' },
    challenge,
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    timeout: 300_000,
    excludeCredentials: [],
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  },
  addPasskeyBody: {
    name: 'Phone',
    credential: {
      ...credential,
      response: { clientDataJSON, attestationObject: 'o2NmbXRkbm9uZQ', transports: ['internal', 'hybrid'] },
    },
  },
  passkeyRequest: {
    rpId: 'cairn.example.org',
    challenge,
    timeout: 300_000,
    userVerification: 'required',
  },
  passkeyAssertion: {
    ...credential,
    response: {
      clientDataJSON,
      authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAg',
      signature: 'MEUCIQDkS3c',
      userHandle: 'OWtMbU5iVmNYekFzRGZHaEprUXdFcg',
    },
  },
  passkeyRecord: {
    id: '4tRfVbGyHnJuMkIlOpQaZw',
    name: 'Phone',
    createdAt: '2026-01-02T03:04:05.678Z',
    lastUsedAt: null,
  },
} as const;
