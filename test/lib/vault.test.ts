import { randomBytes } from 'node:crypto';
import { openVault } from '../../lib/vault';
import { sealInFirstFormat } from '../support/first-format';

const DATA_KEY = randomBytes(32).toString('base64');
const PURPOSE = 'secret of partner one';

function withByte(sealed: Buffer, at: number, value: number): Buffer {
  const changed = Buffer.from(sealed);
  changed[at] = value;
  return changed;
}

describe('the vault', () => {
  const vault = openVault(DATA_KEY);

  it('opens what it sealed, for the same purpose alone', () => {
    const sealed = vault.seal('DE89 3704', PURPOSE);
    expect(sealed.includes('DE89')).toBe(false);
    expect(vault.open(sealed, PURPOSE)).toBe('DE89 3704');
    expect(() => vault.open(sealed, 'secret of partner two')).toThrow();
  });

  it('refuses a value of which any byte was changed, its version and key id included', () => {
    const sealed = vault.seal('x', PURPOSE);
    for (let at = 0; at < sealed.length; at += 1) {
      expect(() => vault.open(withByte(sealed, at, (sealed[at] ?? 0) ^ 1), PURPOSE)).toThrow();
    }
  });

  it('does not take a value for one of the first format, which authenticated less', () => {
    expect(() => vault.open(withByte(vault.seal('x', PURPOSE), 0, 1), PURPOSE)).toThrow();
    const old = sealInFirstFormat(DATA_KEY, 'x', PURPOSE);
    expect(() => vault.open(withByte(old, 0, 2), PURPOSE)).toThrow();
  });

  it('says that it does not know a later format', () => {
    expect(() => vault.open(withByte(vault.seal('x', PURPOSE), 0, 3), PURPOSE)).toThrow('format 3');
  });

  it('reads values of the first format', () => {
    expect(vault.open(sealInFirstFormat(DATA_KEY, 'once', PURPOSE), PURPOSE)).toBe('once');
  });

  it('reads what either key sealed while both are given, and seals with the newer one', () => {
    const newer = randomBytes(32).toString('base64');
    const both = openVault(`${newer},${DATA_KEY}`);
    expect(both.open(vault.seal('a', PURPOSE), PURPOSE)).toBe('a');
    expect(openVault(newer).open(both.seal('b', PURPOSE), PURPOSE)).toBe('b');
    expect(both.openBytes(both.sealBytes(Buffer.from([0, 255, 7]), PURPOSE), PURPOSE)).toEqual(
      Buffer.from([0, 255, 7]),
    );
    const missing = `The data key ${vault.currentKeyId} is not in DATA_KEY.`;
    expect(() => openVault(newer).open(vault.seal('a', PURPOSE), PURPOSE)).toThrow(missing);
  });
});
