import type { IncomingMessage, ServerResponse } from 'node:http';
import { operationsOf, PARTS, type Part } from '@cairn/api-schema';
import { All, Controller, Inject, Req, Res, UseFilters, type Type } from '@nestjs/common';
import { CairnErrorFilter } from './error-filter.js';
import { Mounted, showContentType, type CairnRoutes } from './mounted.js';

/** One controller for each part, behind the guards, interceptors and filters of the application. */
export const partControllers = ({ basePath = '', parts = PARTS }: CairnRoutes): readonly Type[] =>
  parts.map((part) => controllerOf(part, basePath));

/** Receives the requests to all operations of a part. */
function controllerOf(part: Part, basePath: string): Type {
  @Controller(basePath)
  @UseFilters(CairnErrorFilter)
  class PartController {
    constructor(@Inject(Mounted) private readonly mounted: Mounted) {}

    @All(pathsOf(part))
    handle(@Req() request: IncomingMessage, @Res() response: ServerResponse): Promise<void> {
      showContentType(request);
      return this.mounted.handler.handle(request, response);
    }
  }
  // NestJS shows the names of controllers, and tells them apart by these.
  Object.defineProperty(PartController, 'name', {
    value: `Cairn${part.charAt(0).toUpperCase()}${part.slice(1)}Controller`,
  });
  return PartController;
}

/** Files are at addresses of any depth. */
const pathsOf = (part: Part): string[] => [
  ...new Set(
    operationsOf([part]).map(({ path }) => path.replaceAll(/\{(\w+)\}/g, part === 'files' ? '*$1' : ':$1')),
  ),
];
