/** How few different characters make a password a pattern rather than a secret. */
const MIN_DIFFERENT = 5;

const PRODUCT = 'corridor';

/**
 * The most used passwords that are long enough to be accepted otherwise, and patterns of the keyboard; lower case. A guess
 * that everybody makes first is worth nothing, however long it is.
 */
const COMMON: ReadonlySet<string> = new Set(
  [
    'password1234 | password12345 | password123456 | password1234! | password123! | password2024',
    'password2025 | password2026 | passwordpassword | passw0rd1234 | p@ssw0rd1234 | p@ssword1234',
    'pa$$word1234 | p@ssw0rd123! | mypassword123 | mypassword1234 | thisismypassword | secretpassword',
    'masterpassword | adminpassword | 123456789012 | 1234567890123 | 12345678901234 | 123456789012345',
    '1234567890123456 | 12345678912345 | 123123123123 | 012345678901 | 987654321098 | 0987654321qwerty',
    '1234567890qwerty | qwerty1234567890 | qwertyqwerty | qwerty123456 | qwerty1234567 | qwertyuiop12',
    'qwertyuiop123 | qwertyuiop1234 | qwertyuiop[] | qwertyuiopasdf | qwertyuiopasdfghjkl',
    'qwertyuiopasdfghjklzxcvbnm | asdfghjkl123 | asdfghjkl1234 | asdfasdfasdf | zxcvbnm12345 | zxcvbnmasdfg',
    'zxcvbnm123456 | 1q2w3e4r5t6y | 1q2w3e4r5t6y7u8i | q1w2e3r4t5y6 | 1qaz2wsx3edc | 1qaz2wsx3edc4rfv',
    'zaq12wsxcde3 | 123qweasdzxc | qweasdzxc123 | qazwsxedcrfv | 1qazxsw23edc | abcdefghijkl | abcdefghijklm',
    'abcdefghijklmnop | abcd12345678 | abc123456789 | 123456abcdef | abcdef123456 | a1b2c3d4e5f6',
    'aa1234567890 | iloveyou1234 | iloveyou12345 | iloveyouforever | ilovemyfamily | administrator',
    'administrator1 | administrator123 | adminadmin12 | adminadmin123 | adminadminadmin | admin1234567',
    'rootrootroot | testtesttest | test12345678 | useruseruser | guestguestguest | welcome12345',
    'welcome123456 | welcomewelcome | letmein12345 | letmeinletmein | letmeinplease | changeme1234',
    'changemechangeme | changemeplease | defaultpassword | temporarypassword | monkey123456 | dragon123456',
    'football1234 | baseball1234 | superman1234 | princess1234 | sunshine1234 | starwars1234 | liverpool123',
    'liverpool1234 | computer1234 | internet1234 | samsung12345 | google123456 | facebook1234 | michael12345',
    'trustno1trustno1 | correcthorsebatterystaple | correct horse battery staple | nopassword123',
    'whatever1234 | qwerty12345678',
  ]
    .join(' | ')
    .split(' | '),
);

/** Without the figures and signs that people add to a word to make it long enough. */
function wordOf(password: string): string {
  return password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

/**
 * Why a password of sufficient length would be among the first guesses, or null.
 * @param email of its user, or null where it is not known
 */
export function weaknessOf(password: string, email: string | null): string | null {
  const typed = password.toLowerCase();
  if (COMMON.has(typed)) return 'This is one of the passwords that are tried first. Choose another one.';
  if (new Set(typed).size < MIN_DIFFERENT) return 'Use more different characters.';
  const names = [PRODUCT, ...(email === null ? [] : [email.toLowerCase(), email.toLowerCase().split('@')[0] ?? ''])];
  const isName = names.some((name) => typed === name || wordOf(typed) === (wordOf(name) || name));
  return isName ? 'Do not use the email address or the name of the service.' : null;
}
