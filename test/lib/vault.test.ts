import { randomBytes } from 'node:crypto';
import { DataKeyMissing, openVault } from '../../lib/vault';

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

  it('says that it does not know a later format', () => {
    expect(() => vault.open(withByte(vault.seal('x', PURPOSE), 0, 2), PURPOSE)).toThrow('format 2');
  });

  it('reads what either key sealed while both are given, and seals with the newer one', () => {
    const newer = randomBytes(32).toString('base64');
    const both = openVault(`${newer},${DATA_KEY}`);
    expect(both.open(vault.seal('a', PURPOSE), PURPOSE)).toBe('a');
    expect(openVault(newer).open(both.seal('b', PURPOSE), PURPOSE)).toBe('b');
    expect(both.openBytes(both.sealBytes(Buffer.from([0, 255, 7]), PURPOSE), PURPOSE)).toEqual(
      Buffer.from([0, 255, 7]),
    );
    const missing = `The data key ${vault.keyIds.DATA_KEY.join()} is not in DATA_KEY.`;
    expect(() => openVault(newer).open(vault.seal('a', PURPOSE), PURPOSE)).toThrow(missing);
  });

  describe('with keys of their own for documents', () => {
    const [data, documents, newer] = [DATA_KEY, ...[8, 9].map((byte) => Buffer.alloc(32, byte).toString('base64'))];
    const both = openVault(data, documents);
    const worker = openVault(null, documents);

    it('opens and seals documents with those alone, and nothing else', () => {
      for (const purpose of ['document-data:1', 'document-pdf:1', 'document-preview:1']) {
        expect(worker.open(both.seal('invoice', purpose), purpose)).toBe('invoice');
        expect(both.open(worker.seal('invoice', purpose), purpose)).toBe('invoice');
      }
      const payment = both.seal('DE89 3704', 'instruction:1');
      for (const purpose of ['instruction:1', 'document-data:1'])
        expect(() => worker.open(payment, purpose)).toThrow(DataKeyMissing);
      expect(() => worker.seal('DE89 3704', 'instruction:1')).toThrow(DataKeyMissing);
      expect(() => worker.derive('sandbox-partner-key')).toThrow(DataKeyMissing);
      expect(both.derive('sandbox-partner-key')).toEqual(vault.derive('sandbox-partner-key'));
    });

    it('takes nothing but a document from who has those alone', () => {
      const forged = Buffer.from(worker.seal('{}', 'document-data:1'));
      expect(() => both.open(forged, 'instruction:1')).toThrow(DataKeyMissing);
    });

    it('opens documents that were sealed before there were any, where the old key is', () => {
      const before = vault.seal('invoice', 'document-data:1');
      expect(both.open(before, 'document-data:1')).toBe('invoice');
      expect(() => worker.open(before, 'document-data:1')).toThrow(DataKeyMissing);
    });

    it('makes codes with the oldest of those, and knows what every other key has made', () => {
      const label = 'document-verify:doc_1';
      const rotated = openVault(data, `${newer},${documents}`);
      expect(worker.derive(label)).toEqual(rotated.derive(label));
      expect(rotated.derivations(label)).toEqual(
        expect.arrayContaining([vault.derive(label), worker.derive(label), openVault(null, newer).derive(label)]),
      );
      expect(openVault(DATA_KEY).derivations(label)).toEqual([vault.derive(label)]);
    });

    it('refuses one key for both, and none at all', () => {
      expect(() => openVault(data, `${documents},${data}`)).toThrow('DOCUMENTS_DATA_KEY must hold no key of DATA_KEY');
      expect(() => openVault(null)).toThrow('DATA_KEY');
    });
  });
});
