import type { Part } from '@cairn/api-schema';
import type { Application } from '@cairn/composition';
import type { HttpLog } from './logging/http-log.js';
import type { BaseMaps } from './sharing/base-maps.js';
import type { Capacity } from './capacity.js';
import type { LinkAccess } from './access/guard/link-access.js';
import type { Gatekeeper } from './access/guard/gatekeeper.js';
import type { IdentityProvider } from './access/identities/identity-provider.js';
import type { IdentitySignIn } from './access/identities/identity-sign-in.js';
import type { PasskeySignIn } from './access/passkeys/passkey-sign-in.js';
import type { RelyingParty } from './access/passkeys/relying-party.js';
import type { RateLimits } from './access/rate-limits.js';
import type { SessionAccess } from './access/sessions/session-access.js';
import type { SessionResponses } from './access/sessions/session-responses.js';
import type { SharedAccess } from './access/shared-access.js';
import type { ErrorResponder } from './errors/error-responder.js';
import type { EventStreams } from './events/event-streams.js';
import type { FileHandler } from './files/file-handler.js';
import type { TransformPolicies } from './files/transform-policies.js';
import type { Addresses } from './messages/addresses.js';
import type { RequestSemaphore } from './limits/request-semaphore.js';
import type { MetricsText } from './measures/metrics-text.js';
import type { RecentMetrics } from './measures/recent-metrics.js';
import type { RecentErrors } from './logging/recent-errors.js';
import type { Readiness } from './service/readiness.js';
import type { HttpSettings } from './settings/http-settings.js';
import type { Contributions } from './sharing/contributions.js';
import type { Contributors } from './images/contributors.js';
import type { MapProgram } from './maps/folder/map-program.js';
import type { MapReading } from './maps/map-key.js';
import type { GroundTiles } from './ground/ground-tiles.js';
import type { GrantTargets } from './sharing/grant-targets.js';
import type { LinkMap } from './sharing/page/link-map.js';
import type { SharedReader } from './sharing/shared-reader.js';
import type { HubCallers } from './spaces/hub-callers.js';
import type { SpaceView } from './spaces/space-view.js';

/** What the handlers of operations have in common. Use cases come from the application. */
export interface HttpServices extends SessionAccess {
  readonly application: Application;
  readonly settings: HttpSettings;
  readonly addresses: Addresses;
  /** The version of the service. */
  readonly version: string;
  /** What is offered. */
  readonly parts: readonly Part[];
  readonly log: HttpLog;
  readonly recentErrors: RecentErrors;
  readonly recentMetrics: RecentMetrics;
  /** What `GET /metrics` sends; absent if the metrics are elsewhere. */
  readonly metrics: (() => Promise<MetricsText>) | undefined;
  readonly errors: ErrorResponder;
  readonly readiness: Readiness;
  readonly gatekeeper: Gatekeeper;
  readonly rates: RateLimits;
  readonly sessionResponses: SessionResponses;
  readonly identityProvider: IdentityProvider;
  readonly identitySignIn: IdentitySignIn;
  readonly relyingParty: RelyingParty;
  readonly passkeySignIn: PasskeySignIn;
  readonly shared: SharedAccess;
  readonly targets: GrantTargets;
  readonly linkAccess: LinkAccess;
  readonly linkMap: LinkMap;
  /** The program of exported maps; absent where the dashboard was not built. */
  readonly mapProgram: MapProgram | undefined;
  readonly baseMaps: BaseMaps;
  readonly sharedReader: SharedReader;
  readonly contributions: Contributions;
  readonly contributors: Contributors;
  /** The places of uploads. */
  readonly uploads: RequestSemaphore;
  readonly capacity: Capacity;
  readonly files: FileHandler;
  readonly policies: TransformPolicies;
  readonly streams: EventStreams;
  readonly mapReading: MapReading;
  readonly hubCallers: HubCallers;
  readonly spaceView: SpaceView;
  readonly groundTiles: GroundTiles;
}
