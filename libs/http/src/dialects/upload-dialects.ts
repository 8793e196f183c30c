import { UPLOAD_DIALECTS, type ForeignDialect, type UploadDialectName } from '@cairn/api-schema';

type Body = Readonly<Record<string, unknown>>;

/** The body of success, by the addresses of the files in their order: at least one. */
export function successIn({ address, takesMany, success }: ForeignDialect, urls: readonly string[]): Body {
  return { ...success, ...nested(address, takesMany ? urls : urls[0]) };
}

/** What the problem document of an error has besides. */
export const failureIn = ({ reason, failure }: ForeignDialect, message: string): Body => ({
  ...failure,
  ...nested(reason, message),
});

/** The dialect with this name, if there is one. */
export const dialectNamed = (name: unknown): ForeignDialect | undefined =>
  typeof name === 'string' && Object.hasOwn(UPLOAD_DIALECTS, name)
    ? UPLOAD_DIALECTS[name as UploadDialectName]
    : undefined;

/** Objects in each other, the innermost of which has the value. */
function nested([outer, ...inner]: ForeignDialect['address'], value: unknown): Body {
  return { [outer]: inner.reduceRight((held, name) => ({ [name]: held }), value) };
}
