import { Readable } from 'node:stream';
import { readCancellationAnswer } from '../../../importers/iso20022/cancellation-answer';
import { readStatusReport } from '../../../importers/iso20022/status-report';
import { readCamt } from '../../../importers/statements/camt';
import { camt053, camtEntry } from '../../support/camt';
import { camt029, pain002, transactionStatus } from '../../support/pain-002';

type Read = (name: string, chunks: AsyncIterable<unknown>) => Promise<unknown>;

const ID = 'instr_01jzzzzzzzzzzzzzzzzzzzzzza';
const READERS: [string, Read, string][] = [
  [
    'a status report',
    readStatusReport,
    pain002('M-1', { transactions: [transactionStatus({ id: ID, status: 'ACSP' })] }),
  ],
  ['a statement', readCamt, camt053([camtEntry({ references: `<EndToEndId>${ID}</EndToEndId>` })])],
  ['an answer to a cancellation', readCancellationAnswer, camt029(ID, { confirmation: 'CNCL' })],
];
const CHUNK_BYTES = 64 * 1024;
const MIB = 1024 * 1024;

const bare = (sound: string): string => sound.slice(sound.indexOf('<Document'));

function enveloped(sound: string): string {
  const header = '<AppHdr xmlns="urn:iso:std:iso:20022:tech:xsd:head.001.001.02"><BizMsgIdr>B-1</BizMsgIdr></AppHdr>';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<RequestPayload>${header}${bare(sound)}</RequestPayload>`;
}

function inLatin1(sound: string, encoding: string): Buffer {
  return Buffer.from(sound.replace('UTF-8', encoding).replace('Id>', 'Id>é'), 'latin1');
}

/** Parts of a file that is made while it is read. @param seen counts the bytes that were asked for */
function* large(beginning: string, part: string, totalBytes: number, seen: { bytes: number }): Generator<Buffer> {
  yield Buffer.from(beginning);
  const chunk = Buffer.from(part.repeat(Math.ceil(CHUNK_BYTES / part.length)));
  for (seen.bytes = 0; seen.bytes < totalBytes; seen.bytes += chunk.length) yield chunk;
}

/** Source: docs/GAPS.md#P19 */
describe.each(READERS)('%s', (_what, read, sound) => {
  const refusal = (content: string | Buffer): Promise<string> =>
    read('bank.xml', Readable.from([Buffer.from(content)])).then(
      () => 'nothing',
      (fault: Error) => fault.message,
    );
  const afterDeclaration = (text: string): string => sound.replace('?>\n', `?>\n${text}`);

  it('is read where it is sound', async () => {
    expect(await refusal(sound)).toBe('nothing');
  });

  it.each<[string, string | Buffer, RegExp]>([
    ['entities', afterDeclaration('<!DOCTYPE Document [<!ENTITY a "b">]>'), /line 2: has a DTD/],
    [
      'an entity of another place',
      afterDeclaration('<!DOCTYPE Document SYSTEM "file:///etc/passwd">'),
      /line 2: has a DTD/,
    ],
    [
      'an entity that is not declared',
      sound.replace('</GrpHdr>', '&a;</GrpHdr>').replace('</Assgnmt>', '&a;</Assgnmt>'),
      /line \d+: is no well-formed XML/,
    ],
    ['letters of ISO 8859-1', Buffer.from(sound.replace('Id>', 'Id>é'), 'latin1'), /line \d+: is not UTF-8, which/],
    ['an encoding that is not known', sound.replace('UTF-8', 'EBCDIC-US'), /line 1: declares an encoding/],
    ['two documents in an envelope', enveloped(sound + bare(sound)), /line \d+: has several documents/],
    ['an envelope without a document', '<A><AppHdr/></A>', /line 1: is no [^.]+\.\d{3}.* of ISO 20022/],
    [
      'a namespace without a version',
      sound.replace(/(xsd:[a-z]+\.\d+)\.\d+\.\d+/, '$1'),
      /line 2: is no [^.]+\.\d{3}.* of ISO 20022/,
    ],
    [
      'another message of the family',
      sound.replace(/xsd:[a-z]+\.\d+/, 'xsd:pain.008'),
      /line 2: is no [^.]+\.\d{3}.* of ISO 20022/,
    ],
    ['no namespace', sound.replace(/ xmlns="[^"]+"/, ''), /line 2: is no [^.]+\.\d{3}.* of ISO 20022/],
    [
      'a second message behind it',
      `${sound}\n${sound.slice(sound.indexOf('<Document'))}`,
      /line \d+: is no well-formed XML/,
    ],
    ['an end that is cut off', sound.slice(0, -20), /line \d+: is no well-formed XML/],
    ['nothing', '', /line 1: /],
  ])('with %s is refused with line and reason', async (_fault, content, reason) => {
    expect(await refusal(content)).toMatch(reason);
  });

  it.each<[string, string | Buffer]>([
    ['in UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(sound, 'utf16le')])],
    ['in ISO 8859-1, as it declares', inLatin1(sound, 'ISO-8859-1')],
    ['in windows-1252, as it declares', inLatin1(sound, 'windows-1252')],
    ['in an envelope with a header', enveloped(sound)],
  ])('is read %s', async (_how, content) => {
    expect(await refusal(content)).toBe('nothing');
  });

  it('of a hundred megabytes in one text is refused at its beginning', async () => {
    const seen = { bytes: 0 };
    const beginning = sound.slice(0, sound.indexOf('Id>') + 3);
    const reading = read('bank.xml', Readable.from(large(beginning, 'x', 100 * MIB, seen)));
    await expect(reading).rejects.toThrow(/line \d+: has a text that no schema allows/);
    expect(seen.bytes).toBeLessThan(4 * MIB);
  });

  it('that nests without an end is refused at its beginning', async () => {
    const seen = { bytes: 0 };
    const beginning = sound.slice(
      0,
      sound.indexOf('<GrpHdr>') === -1 ? sound.indexOf('<Assgnmt>') : sound.indexOf('<GrpHdr>'),
    );
    const reading = read('bank.xml', Readable.from(large(beginning, '<a>', 100 * MIB, seen)));
    await expect(reading).rejects.toThrow(/line \d+: nests deeper than 32 elements/);
    expect(seen.bytes).toBeLessThan(4 * MIB);
  });
});
