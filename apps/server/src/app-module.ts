import { CreateApiKey, ListAccounts, ListApiKeys, ReadAccount, RevokeApiKey } from '@cairn/accounts';
import { OpenAccount, type Application, type Token } from '@cairn/composition';
import { DeleteImage, ReadQuota, SetQuota, UploadImage } from '@cairn/images';
import { Clock } from '@cairn/kernel';
import { CreateSpace, DeleteSpace, SpaceStorage, UpdateSpace } from '@cairn/spaces';
import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import type { Logger } from 'pino';
import { AccountsController } from './accounts/accounts-controller.js';
import { KeysController } from './accounts/keys-controller.js';
import { Gatekeeper } from './auth/gatekeeper.js';
import { Addresses } from './http/addresses.js';
import { ErrorAnswers } from './http/errors.js';
import { FamilyFilter } from './http/family-filter.js';
import type { Limits } from './http/limits.js';
import { Permits } from './http/permits.js';
import { ProblemFilter } from './http/problem-filter.js';
import { ImagesController } from './images/images-controller.js';
import { DocsController } from './service/docs-controller.js';
import { HealthController } from './service/health-controller.js';
import { Readying } from './service/readying.js';
import { SERVER_SETTINGS, type ServerSettings } from './settings/settings.js';
import { HubCallers } from './spaces/hub-callers.js';
import { HubErrorFilter } from './spaces/hub-error-filter.js';
import { SpaceView } from './spaces/space-view.js';
import { SpacesController } from './spaces/spaces-controller.js';

/** What Nest takes over from the application, each under its own class. */
const bridged: readonly Token<object>[] = [
  CreateApiKey,
  CreateSpace,
  DeleteImage,
  DeleteSpace,
  ListAccounts,
  ListApiKeys,
  OpenAccount,
  ReadAccount,
  ReadQuota,
  RevokeApiKey,
  SetQuota,
  UpdateSpace,
  UploadImage,
  Clock,
  SpaceStorage,
];

/** What the controllers need from outside Nest. */
export interface Surroundings {
  readonly application: Application;
  readonly settings: ServerSettings;
  readonly addresses: Addresses;
  readonly readying: Readying;
  readonly log: Logger;
  readonly gatekeeper: Gatekeeper;
  readonly errors: ErrorAnswers;
  readonly hubCallers: HubCallers;
  readonly spaceView: SpaceView;
}

/** The controllers and the bridge to the application's container. */
@Module({})
export class AppModule {
  static over(surroundings: Surroundings): DynamicModule {
    const { application, settings } = surroundings;
    const bridge = bridged.map((token): Provider => ({
      provide: token,
      useFactory: (): object => application.get(token),
    }));
    return {
      module: AppModule,
      controllers: [
        ImagesController,
        SpacesController,
        KeysController,
        AccountsController,
        HealthController,
        DocsController,
      ],
      providers: [
        ...bridge,
        { provide: SERVER_SETTINGS, useValue: settings },
        { provide: Addresses, useValue: surroundings.addresses },
        { provide: Readying, useValue: surroundings.readying },
        { provide: Gatekeeper, useValue: surroundings.gatekeeper },
        { provide: ErrorAnswers, useValue: surroundings.errors },
        { provide: HubCallers, useValue: surroundings.hubCallers },
        { provide: SpaceView, useValue: surroundings.spaceView },
        { provide: Permits, useFactory: () => uploadPermits(settings.limits) },
        ProblemFilter,
        HubErrorFilter,
        FamilyFilter,
      ],
    };
  }
}

function uploadPermits({ uploads, waitingUploads, stallMs }: Limits): Permits {
  return new Permits({ atOnce: uploads, waiting: waitingUploads, maxWaitMs: stallMs });
}
