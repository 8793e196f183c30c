import { operations, type Operation } from '@cairn/api-schema';
import { applyDecorators, HttpCode, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common';

/** The metadata key of a handler's operation, which the guard reads. */
export const OPERATION = Symbol('Operation');

const methods = {
  get: RequestMethod.GET,
  head: RequestMethod.HEAD,
  post: RequestMethod.POST,
  put: RequestMethod.PUT,
  patch: RequestMethod.PATCH,
  delete: RequestMethod.DELETE,
};

/** Makes a method the handler of an operation, with the method, path, status and access of the API schema. */
export function HandlesOperation(id: string): MethodDecorator {
  const operation = operations.find((candidate) => candidate.id === id);
  if (operation === undefined) throw new Error(`The API schema has no operation '${id}'.`);
  return applyDecorators(
    RequestMapping({
      method: methods[operation.method],
      path: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    }),
    HttpCode(successOf(operation)),
    SetMetadata(OPERATION, operation),
  );
}

function successOf({ responses }: Operation): number {
  return Math.min(...Object.keys(responses).map(Number));
}
