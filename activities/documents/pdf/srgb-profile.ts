/** Length of the fixed part of an ICC profile, and of one entry of its table of tags. */
const HEADER_BYTES = 128;
const ENTRY_BYTES = 12;
const FIXED_ONE = 65_536;

function s15Fixed16(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeInt32BE(Math.round(value * FIXED_ONE), index * 4));
  return bytes;
}

function tagData(type: string, ...parts: Buffer[]): Buffer {
  const data = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.alloc(4), ...parts]);
  return Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
}

function textTag(text: string): Buffer {
  const utf16 = Buffer.from(text, 'utf16le').swap16();
  const head = Buffer.alloc(20);
  head.writeUInt32BE(1, 0);
  head.writeUInt32BE(12, 4);
  head.write('enUS', 8, 'latin1');
  head.writeUInt32BE(utf16.length, 12);
  head.writeUInt32BE(28, 16);
  return tagData('mluc', head, utf16);
}

const xyzTag = (...xyz: [number, number, number]) => tagData('XYZ ', s15Fixed16(xyz));

/** The transfer curve of IEC 61966-2-1 as an ICC parametric curve of type 3. */
function curveTag(): Buffer {
  const kind = Buffer.from([0, 3, 0, 0]);
  return tagData('para', kind, s15Fixed16([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]));
}

/** Bradford adaptation from D65 to the connection space's D50. */
const ADAPTATION = [
  1.0478112, 0.0228866, -0.050127, 0.0295424, 0.9904844, -0.0170491, -0.0092345, 0.0150436, 0.7521316,
];

function header(size: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.writeUInt32BE(size, 0);
  bytes.writeUInt32BE(0x04200000, 8);
  bytes.write('mntrRGB XYZ ', 12, 'latin1');
  // A fixed day: the profile is part of every document, and those are reproducible.
  [2026, 1, 1, 0, 0, 0].forEach((part, index) => bytes.writeUInt16BE(part, 24 + index * 2));
  bytes.write('acsp', 36, 'latin1');
  s15Fixed16([0.9642, 1, 0.8249]).copy(bytes, 68);
  return bytes;
}

let profile: Buffer | null = null;

function build(): Buffer {
  const curve = curveTag();
  const tags: [name: string, data: Buffer][] = [
    ['desc', textTag('sRGB IEC61966-2.1')],
    ['cprt', textTag('No copyright, use freely')],
    ['wtpt', xyzTag(0.9642, 1, 0.8249)],
    ['chad', tagData('sf32', s15Fixed16(ADAPTATION))],
    ['rXYZ', xyzTag(0.4360747, 0.2225045, 0.0139322)],
    ['gXYZ', xyzTag(0.3850649, 0.7168786, 0.0971045)],
    ['bXYZ', xyzTag(0.1430804, 0.0606169, 0.7141733)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  const table = Buffer.alloc(4 + tags.length * ENTRY_BYTES);
  table.writeUInt32BE(tags.length, 0);
  const places = new Map<Buffer, number>();
  let offset = HEADER_BYTES + table.length;
  tags.forEach(([name, data], index) => {
    const place = places.get(data) ?? offset;
    if (!places.has(data)) offset += data.length;
    places.set(data, place);
    const entry = 4 + index * ENTRY_BYTES;
    table.write(name, entry, 'latin1');
    table.writeUInt32BE(place, entry + 4);
    table.writeUInt32BE(data.length, entry + 8);
  });
  return Buffer.concat([header(offset), table, ...places.keys()]);
}

/** The sRGB colour space as an ICC profile of version 4, which PDF/A asks a file to carry. */
export function srgbProfile(): Buffer {
  profile ??= build();
  return profile;
}
