/** Colours that are no goods: `cream`, `olive` and `orange` may be what is meant. */
const COLOURS =
  'black white red blue navy green pink purple yellow brown beige gray grey khaki burgundy maroon teal lilac mauve taupe ' +
  'ecru ivory fuchsia turquoise magenta multicolour multicolor';

/** Patterns and trimmings of cloth and paper. */
const PATTERNS =
  'stripe stripes striped check checks checked plaid tartan floral print prints printed pattern patterned polka leopard camo ' +
  'contrast stitch stitched jacquard embroidered embellished textured detail details detailed ' +
  'zipped seam seams darted jetted beaded ruched gathered topstitched';

/** How goods fit, and what shops say of them. */
const FITS =
  'asymmetric oblique loose fit fitting fitted flowing relaxed oversized slim regular mid midi maxi long length full core ' +
  'basic basics essential essentials ultimate classic vintage casual formal luxe luxury deluxe soft simulated ready summer winter autumn';

const COLOUR_WORDS: ReadonlySet<string> = new Set(COLOURS.split(' '));

const WEIGHTS: ReadonlyMap<string, number> = new Map([
  ...[...COLOUR_WORDS].map((word) => [word, 0.3] as const),
  ...`${PATTERNS} ${FITS}`.split(' ').map((word) => [word, 0.4] as const),
]);

/** @returns the weight of a word that describes the look of goods rather than their kind, 0..1; 1 for all others */
export function weightOfQuality(word: string): number {
  return WEIGHTS.get(word) ?? 1;
}

/** Goods and stuffs after which shades are called. Before a colour they say which: `chocolate brown`, `olive green`. */
const SHADES: ReadonlySet<string> = new Set(
  (
    'chocolate coffee cocoa mocha caramel olive mint lime lemon rose cherry wine salmon peach apricot mustard pistachio ' +
    'cream ivory sky royal bottle forest army baby hot dusty camel sand stone slate charcoal jet emerald ruby sapphire ' +
    'sage lavender brick rust midnight ocean sea petrol ice bright pale light dark deep'
  ).split(' '),
);

/** @returns the words that name a shade of the colour after them */
export function shadesOf(words: readonly string[]): string[] {
  return words.filter((word, at) => SHADES.has(word) && COLOUR_WORDS.has(words[at + 1] ?? ''));
}
