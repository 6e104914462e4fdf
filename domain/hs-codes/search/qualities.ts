/** Colours that are no goods: `cream`, `olive` and `orange` may be what is meant. */
const COLOURS =
  'black white red blue navy green pink purple yellow brown beige gray grey khaki burgundy maroon teal lilac mauve multicolour multicolor';

/** Patterns and trimmings of cloth and paper. */
const PATTERNS =
  'stripe stripes striped check checks checked plaid tartan floral print prints printed pattern patterned polka leopard camo ' +
  'contrast stitch stitched jacquard embroidered embellished textured detail details detailed';

/** How goods fit, and what shops say of them. */
const FITS =
  'asymmetric oblique loose fit fitting fitted flowing relaxed oversized slim regular mid midi maxi long length full core ' +
  'basic basics essential essentials ultimate classic vintage casual formal luxe luxury deluxe soft simulated ready summer winter autumn';

const WEIGHTS: ReadonlyMap<string, number> = new Map([
  ...COLOURS.split(' ').map((word) => [word, 0.3] as const),
  ...`${PATTERNS} ${FITS}`.split(' ').map((word) => [word, 0.4] as const),
]);

/** @returns what a word counts for that says how goods look and not what they are, 0..1; 1 for all others */
export function weightOfQuality(word: string): number {
  return WEIGHTS.get(word) ?? 1;
}
