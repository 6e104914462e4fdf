import { jaroWinkler } from './jaro-winkler';

/** `Amount`, `amount_` and `amount` are one name in different styles. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Below this two names are rather two names than one of them misspelt: `amout` and `amount` are 0.97 alike. */
const LEAST_ALIKE = 0.88;

/** @returns the known name that a misspelt one most likely stands for, or null */
export function nearestName(written: string, known: readonly string[]): string | null {
  const scored = known.map((name) => ({
    name,
    likeness: plain(name) === plain(written) ? 1 : jaroWinkler(plain(name), plain(written)),
  }));
  const best = scored.reduce((left, right) => (right.likeness > left.likeness ? right : left), {
    name: '',
    likeness: 0,
  });
  return best.likeness >= LEAST_ALIKE ? best.name : null;
}
