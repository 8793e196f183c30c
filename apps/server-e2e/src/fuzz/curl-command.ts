import type { FuzzRequest } from './requests.js';

const SHOWN_BODY_BYTES = 4_000;
const SHOWN_CHARACTERS = 300;

/**
 * A shell command that repeats the request, to the server at `$CAIRN` and with `$KEY` in place of `key`. Very long texts
 * are truncated; only the seed reproduces them.
 */
export function toCurl({ method, target, headers, body }: FuzzRequest, key: string): string {
  const quote = (text: string): string =>
    `'${shown(text)
      .replaceAll("'", String.raw`'\''`)
      .replaceAll(key, `'"$KEY"'`)}'`;
  const options = Object.entries(headers).flatMap(([name, value]) => ['-H', quote(`${name}: ${value}`)]);
  const words = ['curl', '-i', '--path-as-is', '-X', method, ...options, `"$CAIRN"${quote(target)}`];
  const command = words.join(' ');
  if (body === undefined) return command;
  if (body.length > SHOWN_BODY_BYTES)
    return `${command} # and a body of ${body.length} bytes: ${shown(body.toString('latin1'))}`;
  return `echo ${body.toString('base64')} | base64 -d | ${command} --data-binary @-`;
}

function shown(text: string): string {
  if (text.length <= SHOWN_CHARACTERS) return text;
  return `${text.slice(0, SHOWN_CHARACTERS)}… (${text.length} characters)`;
}
