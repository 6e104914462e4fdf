import { headerPlaceholders } from './controls';
import type { SignedDelivery } from './signature';

/** A text for a shell of POSIX, which changes nothing between single quotes; a quote itself stands outside of them. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * A delivery as a command of curl, whose body and signatures are exactly those of an attempt.
 * @param request `own`: names of the subscription's static headers, whose values are never shown: each is a placeholder
 *   to be filled in
 */
export function curlCommand(request: { url: string; own: readonly string[]; signed: SignedDelivery }): string {
  const { url, own, signed } = request;
  const headers = Object.entries({ ...headerPlaceholders(own), ...signed.headers });
  const parts = headers.map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`);
  const body = `--data-binary ${quoted(signed.body.toString('utf8'))}`;
  return ['curl --globoff --request POST', ...parts, body, quoted(url)].join(' \\\n  ');
}
