import type { Content, Contents } from '@cairn/api-schema';
import type { Direction, Json, Schemas } from './schemas.js';

/** The OpenAPI content of a body: for each media type its schema and an example. */
export function contentOf(contents: Contents, direction: Direction, schemas: Schemas): Json {
  const described = Object.entries(contents).map(([mediaType, content]) => {
    return [mediaType, describe(content, { mediaType, direction, schemas })] as const;
  });
  return Object.fromEntries(described);
}

interface ContentContext {
  readonly mediaType: string;
  readonly direction: Direction;
  readonly schemas: Schemas;
}

function describe(content: Content, { mediaType, direction, schemas }: ContentContext): Json {
  switch (content.kind) {
    case 'json':
    case 'form':
      return { schema: schemas.of(content.schema, direction), example: content.example };
    case 'sequence': {
      const { begin, end, description } = sequenceOf(mediaType);
      return {
        schema: { type: 'string', description },
        // OpenAPI 3.2 adds `itemSchema`; this is its registered extension name for older versions.
        'x-oai-itemSchema': schemas.of(content.item, direction),
        example: content.examples.map((item) => `${begin}${JSON.stringify(item)}${end}`).join(''),
      };
    }
    case 'binary':
      return {};
  }
}

function sequenceOf(mediaType: string): typeof lines {
  if (mediaType === 'text/event-stream') return events;
  return mediaType.endsWith('json-seq') ? textSequence : lines;
}

const lines = { begin: '', end: '\n', description: 'JSON values, one a line.' };

const events = { begin: 'data: ', end: '\n\n', description: 'Server-sent events, each with a JSON value.' };

const textSequence = {
  begin: '\u001e',
  end: '\n',
  description: 'JSON values, each between a record separator (U+001E) and a line feed (RFC 7464).',
};
