import type { IncomingMessage, ServerResponse } from 'node:http';
import { operations, type Api } from '@cairn/api-schema';
import { All, Controller, Inject, Req, Res, UseFilters } from '@nestjs/common';
import { ApiErrorFilter } from './api-error-filter.js';
import { ApiHandler } from '@cairn/http';

/** Receives the requests to all operations of an API. */
const Operations = (api: Api): MethodDecorator =>
  All([
    ...new Set(
      operations
        .filter((operation) => operation.api === api)
        .map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1')),
    ),
  ]);

/** Passes requests on to their operations, behind the guards, interceptors and filters of NestJS. */
@UseFilters(ApiErrorFilter)
abstract class ApiController {
  constructor(@Inject(ApiHandler) protected readonly api: ApiHandler) {}
}

@Controller()
export class ImagesController extends ApiController {
  @Operations('images')
  handle(@Req() request: IncomingMessage, @Res() response: ServerResponse): Promise<void> {
    return this.api.handle(request, response);
  }
}

@Controller()
export class SpacesController extends ApiController {
  @Operations('spaces')
  handle(@Req() request: IncomingMessage, @Res() response: ServerResponse): Promise<void> {
    return this.api.handle(request, response);
  }
}

@Controller()
export class AccountsController extends ApiController {
  @Operations('accounts')
  handle(@Req() request: IncomingMessage, @Res() response: ServerResponse): Promise<void> {
    return this.api.handle(request, response);
  }
}

@Controller()
export class UsersController extends ApiController {
  @Operations('users')
  handle(@Req() request: IncomingMessage, @Res() response: ServerResponse): Promise<void> {
    return this.api.handle(request, response);
  }
}

@Controller()
export class AdministrationController extends ApiController {
  @Operations('administration')
  handle(@Req() request: IncomingMessage, @Res() response: ServerResponse): Promise<void> {
    return this.api.handle(request, response);
  }
}

@Controller()
export class ServiceController extends ApiController {
  @Operations('service')
  handle(@Req() request: IncomingMessage, @Res() response: ServerResponse): Promise<void> {
    return this.api.handle(request, response);
  }
}
