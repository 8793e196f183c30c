import { operations, type Operation } from '@cairn/api-schema';
import { operationObject, tags } from './operation-object.js';
import { Schemas, type Json } from './schemas.js';

const CDN_PATH = '/cdn';

/** The public URLs of the service and its files, without a trailing slash. */
export interface Addresses {
  readonly baseUrl: string;
  readonly cdnUrl: string;
  readonly version: string;
  /** Whether the spaces API requires a key. Default: `optional`. */
  readonly hubAccess?: 'key' | 'optional';
}

/** Generates the OpenAPI 3.1 document of the service at these URLs, for all operations by default. */
export function openApiDocument(addresses: Addresses, described: readonly Operation[] = operations): Json {
  const schemas = new Schemas();
  const paths = pathsOf(described, addresses, schemas);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Cairn',
      version: addresses.version,
      summary: 'A backend for images and places.',
      description: 'An image host and a geodata hub. Images and keys need `Authorization: Bearer <API_KEY>`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: addresses.baseUrl }],
    tags: Object.values(tags).map((name) => ({ name })),
    paths,
    components: {
      schemas: schemas.components(),
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key: `cairn_` and 36 letters and digits. In the spaces API also a token of XYZ Hub, if the server accepts any.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: addresses.baseUrl.startsWith('https:') ? '__Host-cairn_session' : 'cairn_session',
          description:
            'The session of a user who has signed in. Requests that change something must come from a page of this service.',
        },
      },
    },
  };
}

function pathsOf(described: readonly Operation[], addresses: Addresses, schemas: Schemas): Json {
  const paths = new Map<string, Json>();
  for (const operation of described) {
    const { path, servers } =
      operation.api === 'files' ? filePath(operation, addresses) : { path: operation.path };
    const access = operation.access === 'optional' ? (addresses.hubAccess ?? 'optional') : operation.access;
    paths.set(path, {
      ...paths.get(path),
      ...(servers && { servers }),
      [operation.method]: operationObject({ ...operation, access }, schemas),
    });
  }
  return Object.fromEntries(paths);
}

function filePath(
  { path }: Operation,
  { baseUrl, cdnUrl }: Addresses,
): { readonly path: string; readonly servers?: readonly Json[] } {
  const pathBelowCdn = path.slice(CDN_PATH.length);
  return cdnUrl.startsWith(`${baseUrl}/`)
    ? { path: cdnUrl.slice(baseUrl.length) + pathBelowCdn }
    : { path: pathBelowCdn, servers: [{ url: cdnUrl }] };
}
