/** How a text names a system. */
export interface CrsNames {
  readonly name?: string | undefined;
  readonly authority?: string | undefined;
  readonly code?: string | undefined;
}

/** What a text of WKT or PROJJSON calls its system; of several systems in one, that of the plane. */
export const namesIn = (text: string): CrsNames =>
  text.trimStart().startsWith('{') ? namesInJson(text) : namesInWkt(text);

/** Systems that consist of others, of which the first one is in the plane: heights come second. */
const COMPOUND = /^\s*(?:COMPD_CS|COMPOUNDCRS)\s*[[(]\s*"[^"]*"\s*,|^\s*BOUNDCRS\s*[[(]\s*SOURCECRS\s*[[(]/i;

function namesInWkt(text: string): CrsNames {
  const compound = COMPOUND.exec(text);
  if (compound !== null) return namesInWkt(firstElement(text.slice(compound[0].length)));
  const [, authority, code] =
    /(?:AUTHORITY|ID)[[(]\s*"(\w+)"\s*,\s*"?(\d+)"?\s*(?:,[^\])]*)?[\])]\s*[\])]\s*$/i.exec(text) ?? [];
  const [, name] = /^\s*\w+\s*[[(]\s*"([^"]*)"/.exec(text) ?? [];
  return { name, authority: authority?.toUpperCase(), code };
}

/** The first element of a list of WKT, with its brackets. */
function firstElement(text: string): string {
  let depth = 0;
  for (const { 0: found, index } of text.matchAll(/"[^"]*"|[[\]()]/g)) {
    if (found === '[' || found === '(') depth++;
    else if ((found === ']' || found === ')') && --depth <= 0) return text.slice(0, index + 1);
  }
  return text;
}

function namesInJson(text: string): CrsNames {
  let json: ProjJson | null;
  try {
    json = jsonIn(text);
  } catch {
    return {};
  }
  const { components, source_crs: source, name, id } = json ?? {};
  const first = components?.[0] ?? source;
  if (first !== undefined) return namesInJson(JSON.stringify(first));
  const { authority, code } = id ?? {};
  return {
    name: name === undefined ? undefined : String(name),
    authority: authority === undefined ? undefined : String(authority).toUpperCase(),
    code: code === undefined ? undefined : String(code),
  };
}

/** Members of PROJJSON that name a system. */
interface ProjJson {
  readonly name?: string;
  readonly id?: { readonly authority?: string; readonly code?: number | string };
  readonly components?: readonly unknown[];
  readonly source_crs?: unknown;
}
const jsonIn: (text: string) => ProjJson | null = JSON.parse;
