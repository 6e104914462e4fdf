/** Words that say of a text that it speaks of clothes: cuts and cloth. `zw` and `trf` are women's lines of a shop. */
const CLOTHES_WORDS: ReadonlySet<string> = new Set(
  (
    'zw trf neck collar sleeve sleeved sleeveless waist waisted rise hem fit fitting oversized pleated ruched gathered ' +
    'embroidered jacquard linen knit knitted crochet denim satin velvet corduroy chiffon poplin tulle zipped buttoned ' +
    'hooded belted cropped flared bootcut tailored textured seam'
  ).split(' '),
);

/** What clothes are called, one word each, the commonest first. */
const GARMENTS: readonly string[] = (
  'dress trousers shirt jacket skirt blouse shorts top jumper coat cardigan jeans leggings blazer hoodie sweatshirt ' +
  'waistcoat bodysuit jumpsuit playsuit pullover sweater swimsuit bikini pyjamas vest gilet culottes joggers bomber ' +
  'dungarees kimono tunic camisole bermuda flare overshirt tracksuit nightdress tights socks scarf raincoat trench'
).split(' ');

/** @returns whether a text speaks of clothes */
export function speaksOfClothes(words: readonly string[]): boolean {
  return words.some((word) => CLOTHES_WORDS.has(word));
}

/** @returns the garments whose name begins with these letters, the commonest first */
export function garmentsBeginningWith(letters: string): string[] {
  return GARMENTS.filter((garment) => garment.startsWith(letters) && garment !== letters);
}
