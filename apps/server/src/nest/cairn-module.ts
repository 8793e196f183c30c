import * as access from '@cairn/access';
import type { Application, Token } from '@cairn/composition';
import * as images from '@cairn/images';
import * as photoPlaces from '@cairn/photo-places';
import * as spaces from '@cairn/spaces';
import * as webhooks from '@cairn/webhooks';
import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { ApiHandler, Addresses } from '@cairn/http';
import {
  AccountsController,
  AdministrationController,
  ImagesController,
  ServiceController,
  SpacesController,
  UsersController,
} from './api-controllers.js';
import { ApiErrorFilter } from './api-error-filter.js';
import { DocsController } from './docs-controller.js';

/** What NestJS needs from the server. */
export interface NestDependencies {
  readonly application: Pick<Application, 'get'>;
  readonly addresses: Addresses;
  readonly api: ApiHandler;
}

/** The HTTP API as a module of NestJS. It exports the use cases, by their classes. */
@Module({})
export class CairnModule {
  static over({ application, addresses, api }: NestDependencies): DynamicModule {
    const useCases = useCaseTokens.map((token): Provider => ({
      provide: token,
      useFactory: () => application.get(token),
    }));
    return {
      module: CairnModule,
      controllers: [
        ImagesController,
        SpacesController,
        AccountsController,
        UsersController,
        AdministrationController,
        ServiceController,
        DocsController,
      ],
      providers: [
        ...useCases,
        { provide: Addresses, useValue: addresses },
        { provide: ApiHandler, useValue: api },
        ApiErrorFilter,
      ],
      exports: useCases,
    };
  }
}

/** A use case names its ports. */
const isUseCase = (value: unknown): value is Token<object> =>
  typeof value === 'function' && Object.hasOwn(value, 'ports');

const useCaseTokens = [access, images, spaces, photoPlaces, webhooks].flatMap((library) =>
  Object.values<unknown>(library).filter(isUseCase),
);
