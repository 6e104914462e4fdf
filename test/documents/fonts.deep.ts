import { readFileSync } from 'node:fs';
import fontkit from '@pdf-lib/fontkit';
import { FONT_GROUPS, fontFiles, fontGroupsOf, LATIN_TEXT } from '../../domain/documents/layout/fonts';
import { PRINTABLE_RANGES } from '../../domain/documents/printable-ranges';
import { isCovered } from '../../domain/documents/printable';

const MAX_CODE_POINT = 0x10ffff;

function glyphsOf(file: string): Set<number> {
  const font = fontkit.create(readFileSync(file)) as unknown as { characterSet: number[] };
  return new Set(font.characterSet);
}

/** Code points that a family has in both weights, or in the one it comes in. */
function coverage(): Map<string, Set<number>> {
  const byFace = new Map<string, Set<number>>();
  for (const { family, weight, file } of FONT_GROUPS.flatMap((group) => fontFiles(group))) {
    const face = `${family}/${weight}`;
    const known = byFace.get(face) ?? new Set();
    for (const codePoint of glyphsOf(file)) known.add(codePoint);
    byFace.set(face, known);
  }
  const families = new Map<string, Set<number>>();
  for (const [face, glyphs] of byFace) {
    const family = face.replace(/\/\d+$/, '');
    const other = families.get(family);
    families.set(family, other === undefined ? glyphs : new Set([...other].filter((each) => glyphs.has(each))));
  }
  return families;
}

const families = coverage();

function ranges(): string {
  const all = [...new Set([...families.values()].flatMap((glyphs) => [...glyphs]))];
  const sorted = all.filter((codePoint) => codePoint >= 32).sort((one, other) => one - other);
  const steps: string[] = [];
  let position = 0;
  for (let index = 0; index < sorted.length;) {
    const first = sorted[index] ?? 0;
    let end = first + 1;
    while (sorted[index + 1] === end) {
      end += 1;
      index += 1;
    }
    index += 1;
    steps.push((first - position).toString(36), (end - first).toString(36));
    position = end;
  }
  return steps.join(',');
}

it('knows exactly what the fonts can print', () => {
  expect(ranges()).toBe(PRINTABLE_RANGES);
});

it('sets as Latin only what the Latin font has', () => {
  const latin = families.get('Corridor Latin');
  const missing: string[] = [];
  for (let codePoint = 32; codePoint <= MAX_CODE_POINT; codePoint += 1) {
    if (codePoint >= 0xd800 && codePoint <= 0xdfff) continue;
    const character = String.fromCodePoint(codePoint);
    if (LATIN_TEXT.test(character) && isCovered(codePoint) && latin?.has(codePoint) !== true) missing.push(character);
  }
  expect(missing).toEqual([]);
});

it.each([
  ['Cotton T-shirts, 160 g/m² – 5 €', ['latin']],
  ['شركة 12', ['latin', 'arabic']],
  ['深圳', ['latin', 'others']],
  ['شركة 深圳 📦', ['latin', 'arabic', 'others']],
])('reads for %s only the groups %j', (text, groups) => {
  expect(fontGroupsOf(text)).toEqual(groups);
});
