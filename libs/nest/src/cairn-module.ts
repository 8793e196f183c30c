import * as access from '@cairn/access';
import * as composition from '@cairn/composition';
import * as images from '@cairn/images';
import * as photoPlaces from '@cairn/photo-places';
import * as spaces from '@cairn/spaces';
import * as webhooks from '@cairn/webhooks';
import { Module, type DynamicModule, type ModuleMetadata, type Provider } from '@nestjs/common';
import { CairnHealth } from './cairn-health.js';
import { CairnErrorFilter, EveryErrorFilter } from './error-filter.js';
import { Mounted, type CairnOptions, type CairnRoutes } from './mounted.js';
import { partControllers } from './part-controllers.js';
import { RawBodies } from './raw-bodies.js';

/** Options that a factory makes, and the routes, which NestJS must know before. */
export interface CairnAsyncOptions extends CairnRoutes, Pick<ModuleMetadata, 'imports'> {
  /** What the factory gets. */
  readonly inject?: readonly NonNullable<InjectedToken>[] | undefined;
  readonly useFactory: (...injected: never[]) => CairnOptions | Promise<CairnOptions>;
}

type Factory = Extract<Provider, { useFactory: unknown }>;
type InjectedToken = NonNullable<Factory['inject']>[number];

/** Cairn's HTTP interface and its use cases, which are injected by their classes. */
@Module({})
export class CairnModule {
  static forRoot({ basePath, parts, ...options }: CairnOptions & CairnRoutes): DynamicModule {
    const routes = { basePath, parts };
    return moduleOf(routes, { provide: Mounted, useFactory: () => Mounted.open(options, routes) });
  }

  /** The same with options that need something of the application, such as its `DataSource`. */
  static forRootAsync({ imports, inject, useFactory, ...routes }: CairnAsyncOptions): DynamicModule {
    const open = async (...injected: never[]): Promise<Mounted> =>
      await Mounted.open(await useFactory(...injected), routes);
    const provider: Factory = { provide: Mounted, useFactory: open, inject: [...(inject ?? [])] };
    return { ...moduleOf(routes, provider), imports: imports ?? [] };
  }

  /** The same of a handler that exists, which whoever made it also closes. Parsers of bodies must be off. */
  static of({ application, handler }: Pick<Mounted, 'application' | 'handler'>): DynamicModule {
    const ended = { drain: () => undefined, close: () => Promise.resolve() };
    return moduleOf({}, { provide: Mounted, useValue: new Mounted(application, handler, ended) }, []);
  }
}

function moduleOf(
  routes: CairnRoutes,
  mounted: Provider,
  further: readonly Provider[] = [RawBodies],
): DynamicModule {
  const useCases = useCaseTokens.map((token): Provider => ({
    provide: token,
    useFactory: ({ application }: Mounted) => application.get(token),
    inject: [Mounted],
  }));
  return {
    module: CairnModule,
    controllers: [...partControllers(routes)],
    providers: [mounted, ...useCases, CairnHealth, CairnErrorFilter, EveryErrorFilter, ...further],
    exports: [...useCases, Mounted, CairnHealth, EveryErrorFilter],
  };
}

/** A use case names its ports. */
const isUseCase = (value: unknown): value is composition.Token<object> =>
  typeof value === 'function' && Object.hasOwn(value, 'ports');

const useCaseTokens = [access, images, spaces, photoPlaces, webhooks, composition].flatMap((library) =>
  Object.values<unknown>(library).filter(isUseCase),
);
