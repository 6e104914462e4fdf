import { headerPlaceholders } from './controls';
import type { SignedDelivery } from './signature';

/** A text for a shell of POSIX, which changes nothing between single quotes; a quote itself stands outside of them. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * A command of curl that sends a delivery with exactly the body and signatures of an attempt.
 * @param request `own`: names of the subscription's static headers, whose values are never shown: each becomes a
 * placeholder
 */
export function curlCommand(request: { url: string; own: readonly string[]; signed: SignedDelivery }): string {
  const { url, own, signed } = request;
  const headers = Object.entries({ ...headerPlaceholders(own), ...signed.headers });
  const parts = headers.map(([name, value]) => `--header ${quoteForShell(`${name}: ${value}`)}`);
  const body = `--data-binary ${quoteForShell(signed.body.toString('utf8'))}`;
  return ['curl --globoff --request POST', ...parts, body, quoteForShell(url)].join(' \\\n  ');
}
