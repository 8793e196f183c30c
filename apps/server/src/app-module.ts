import { CreateApiKey, ListAccounts, ListApiKeys, ReadAccount, RevokeApiKey } from '@cairn/access';
import { OpenAccount, type Application, type Token } from '@cairn/composition';
import { DeleteImage, ReadQuota, SetQuota, UploadImage } from '@cairn/images';
import { Clock } from '@cairn/kernel';
import { CreateSpace, DeleteSpace, SpaceStorage, UpdateSpace } from '@cairn/spaces';
import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import type { Logger } from 'pino';
import { AccountsController } from './access/accounts-controller.js';
import { KeysController } from './access/keys-controller.js';
import { Gatekeeper } from './access/gatekeeper.js';
import { Addresses } from './http/addresses.js';
import { ErrorResponder } from './errors/error-responder.js';
import { ApiErrorFilter } from './errors/api-error-filter.js';
import type { Limits } from './http/limits/limits.js';
import { Permits } from './http/limits/permits.js';
import { ProblemFilter } from './errors/problem-filter.js';
import { ImagesController } from './images/images-controller.js';
import { DocsController } from './service/docs-controller.js';
import { SERVER_SETTINGS, type ServerSettings } from './settings/settings.js';
import { HubCallers } from './spaces/hub-callers.js';
import { HubErrorFilter } from './spaces/hub-error-filter.js';
import { SpaceView } from './spaces/space-view.js';
import { SpacesController } from './spaces/spaces-controller.js';

/** The application's bindings that NestJS can inject, each by its class. */
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

/** What NestJS needs from the server. */
export interface NestDependencies {
  readonly application: Application;
  readonly settings: ServerSettings;
  readonly addresses: Addresses;
  readonly log: Logger;
  readonly gatekeeper: Gatekeeper;
  readonly errors: ErrorResponder;
  readonly hubCallers: HubCallers;
  readonly spaceView: SpaceView;
}

/** The controllers, and providers for the application's bindings. */
@Module({})
export class AppModule {
  static over(dependencies: NestDependencies): DynamicModule {
    const { application, settings } = dependencies;
    const bridge = bridged.map((token): Provider => ({
      provide: token,
      useFactory: (): object => application.get(token),
    }));
    return {
      module: AppModule,
      controllers: [ImagesController, SpacesController, KeysController, AccountsController, DocsController],
      providers: [
        ...bridge,
        { provide: SERVER_SETTINGS, useValue: settings },
        { provide: Addresses, useValue: dependencies.addresses },
        { provide: Gatekeeper, useValue: dependencies.gatekeeper },
        { provide: ErrorResponder, useValue: dependencies.errors },
        { provide: HubCallers, useValue: dependencies.hubCallers },
        { provide: SpaceView, useValue: dependencies.spaceView },
        { provide: Permits, useFactory: () => uploadPermits(settings.limits) },
        ProblemFilter,
        HubErrorFilter,
        ApiErrorFilter,
      ],
    };
  }
}

function uploadPermits({ uploads, waitingUploads, stallMs }: Limits): Permits {
  return new Permits({ atOnce: uploads, waiting: waitingUploads, maxWaitMs: stallMs });
}
