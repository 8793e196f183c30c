import type { Application } from '@cairn/composition';
import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import type { Logger } from 'pino';
import { AccountsController } from './access/accounts/accounts-controller.js';
import { KeysController } from './access/accounts/keys-controller.js';
import type { SessionAccess } from './access/sessions/session-access.js';
import { IdentitiesController } from './access/identities/identities-controller.js';
import { IdentityProvider } from './access/identities/identity-provider.js';
import { IdentitySignIn } from './access/identities/identity-sign-in.js';
import { PasskeySignIn } from './access/passkeys/passkey-sign-in.js';
import { PasskeysController } from './access/passkeys/passkeys-controller.js';
import { RelyingParty } from './access/passkeys/relying-party.js';
import { SessionCookie } from './access/sessions/session-cookie.js';
import { SessionResponses } from './access/sessions/session-responses.js';
import { SessionsController } from './access/users/sessions-controller.js';
import { SignInAttempts } from './access/sessions/sign-in-attempts.js';
import { PasswordResetsController } from './access/users/password-resets-controller.js';
import { UsersController } from './access/users/users-controller.js';
import { Visitors } from './access/sessions/visitors.js';
import { Gatekeeper } from './access/guard/gatekeeper.js';
import { RateLimits } from './access/rate-limits.js';
import { SharedAccess } from './access/shared-access.js';
import { GrantTargets } from './sharing/grant-targets.js';
import { GrantsController } from './sharing/grants-controller.js';
import { GroupsController } from './sharing/groups-controller.js';
import { applicationProviders } from './application-providers.js';
import { Addresses } from './http/addresses.js';
import { ClientAddresses } from './http/client-addresses.js';
import { ErrorResponder } from './errors/error-responder.js';
import { ApiErrorFilter } from './errors/api-error-filter.js';
import type { Limits } from './settings/limits.js';
import { RequestSemaphore } from './http/limits/request-semaphore.js';
import { ProblemFilter } from './errors/problem-filter.js';
import { PresetsController } from './files/presets-controller.js';
import { SigningKeysController } from './files/signing-keys-controller.js';
import { AlbumsController } from './albums/albums-controller.js';
import { TrashController } from './trash/trash-controller.js';
import { FolderDefaultsController } from './images/folder-defaults-controller.js';
import { BulkController } from './jobs/bulk-controller.js';
import { UserJobsController } from './jobs/user-jobs-controller.js';
import { ImagesController } from './images/images-controller.js';
import { PhotoSpacesController } from './images/photo-spaces-controller.js';
import { UploadsController } from './images/uploads-controller.js';
import { DocsController } from './service/docs-controller.js';
import { SERVER_SETTINGS, type ServerSettings } from './settings/settings.js';
import { HubCallers } from './spaces/hub-callers.js';
import { HubErrorFilter } from './errors/hub-error-filter.js';
import { SpaceView } from './spaces/space-view.js';
import { Contributions } from './sharing/contributions.js';
import { LinkAccess } from './access/guard/link-access.js';
import { OembedController } from './sharing/page/oembed-controller.js';
import { LinkMap } from './sharing/page/link-map.js';
import { SharedPageController } from './sharing/page/shared-page-controller.js';
import { SharedReader } from './sharing/shared-reader.js';
import { LinksController } from './sharing/links-controller.js';
import { WebhooksController } from './webhooks/webhooks-controller.js';
import { SpaceTrashController } from './spaces/space-trash-controller.js';
import { SpacesController } from './spaces/spaces-controller.js';

const controllers = [
  ImagesController,
  UploadsController,
  BulkController,
  UserJobsController,
  AlbumsController,
  FolderDefaultsController,
  TrashController,
  SpacesController,
  SpaceTrashController,
  KeysController,
  AccountsController,
  SessionsController,
  UsersController,
  PasswordResetsController,
  IdentitiesController,
  PasskeysController,
  SigningKeysController,
  PresetsController,
  PhotoSpacesController,
  LinksController,
  GrantsController,
  GroupsController,
  WebhooksController,
  SharedPageController,
  OembedController,
  DocsController,
];

/** What NestJS needs from the server. */
export interface NestDependencies {
  readonly application: Application;
  readonly settings: ServerSettings;
  readonly addresses: Addresses;
  readonly log: Logger;
  readonly gatekeeper: Gatekeeper;
  readonly rates: RateLimits;
  readonly sessions: SessionAccess;
  readonly shared: SharedAccess;
  readonly errors: ErrorResponder;
  readonly linkAccess: LinkAccess;
  readonly sharedReader: SharedReader;
  readonly linkMap: LinkMap;
  readonly hubCallers: HubCallers;
  readonly spaceView: SpaceView;
}

/** The controllers and their dependencies. Use cases come from the application. */
@Module({})
export class AppModule {
  static over(dependencies: NestDependencies): DynamicModule {
    const { application, settings, sessions } = dependencies;
    const own: Provider[] = [
      { provide: SERVER_SETTINGS, useValue: settings },
      { provide: Addresses, useValue: dependencies.addresses },
      { provide: SharedReader, useValue: dependencies.sharedReader },
      { provide: GrantTargets, useValue: new GrantTargets(application) },
      { provide: SharedAccess, useValue: dependencies.shared },
      { provide: LinkMap, useValue: dependencies.linkMap },
      { provide: LinkAccess, useValue: dependencies.linkAccess },
      { provide: Gatekeeper, useValue: dependencies.gatekeeper },
      { provide: RateLimits, useValue: dependencies.rates },
      { provide: SessionCookie, useValue: sessions.cookie },
      { provide: Visitors, useValue: sessions.visitors },
      { provide: SignInAttempts, useValue: sessions.attempts },
      { provide: ClientAddresses, useValue: sessions.clients },
      Contributions,
      SessionResponses,
      IdentitySignIn,
      {
        provide: IdentityProvider,
        useFactory: () => new IdentityProvider(settings.identityProvider, dependencies),
      },
      PasskeySignIn,
      { provide: RelyingParty, useFactory: () => new RelyingParty(dependencies) },
      { provide: ErrorResponder, useValue: dependencies.errors },
      { provide: HubCallers, useValue: dependencies.hubCallers },
      { provide: SpaceView, useValue: dependencies.spaceView },
      { provide: RequestSemaphore, useFactory: () => uploadPermits(settings.limits) },
      ProblemFilter,
      HubErrorFilter,
      ApiErrorFilter,
    ];
    const providers = [...own, ...applicationProviders(application)];
    return { module: AppModule, controllers, providers };
  }
}

function uploadPermits({ uploads, waitingUploads, stallMs }: Limits): RequestSemaphore {
  const waits = { waiting: waitingUploads, maxWaitMs: stallMs };
  return new RequestSemaphore({ what: 'uploads', atOnce: uploads, ...waits, share: 'spare' });
}
