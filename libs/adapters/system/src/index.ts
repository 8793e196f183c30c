export { SystemClock, SystemTimer } from './system-clock.js';
export { RandomIdGenerator } from './random-id-generator.js';
export { Sha256SecretDigest } from './sha256-secret-digest.js';
export { ThreadedFeatureReader } from './features/threaded-feature-reader.js';
export { ThreadedTileDrawer } from './tiles/threaded-tile-drawer.js';
export { Argon2PasswordHash } from './argon2-password-hash.js';
export { HmacLinkSecrets } from './hmac-link-secrets.js';
export { HmacWebhookSigner } from './hmac-webhook-signer.js';
