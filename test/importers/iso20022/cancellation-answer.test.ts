import { Readable } from 'node:stream';
import { readCancellationAnswer } from '../../../importers/iso20022/cancellation-answer';
import { schemaFaults } from '../../support/iso20022';
import { camt029 } from '../../support/pain-002';

const ID = 'instr_01jzzzzzzzzzzzzzzzzzzzzzza';
const read = (text: string) => readCancellationAnswer('answer.xml', Readable.from([Buffer.from(text)]));

/** Source of the elements: ISO 20022, camt.029.001.14 */
describe('an answer to a cancellation', () => {
  it('is read with what it is about; the answer of a transaction goes before that of the message', async () => {
    const own = camt029(ID, { confirmation: 'CNCL', transaction: 'RJCR' });
    expect(await schemaFaults('camt.029.001.14', own)).toEqual([]);
    expect(await read(own)).toMatchObject({
      messageId: 'R-1',
      decisions: [{ references: [`${ID}-1`, ID], answer: 'refused' }],
    });
    expect((await read(camt029(ID, { confirmation: 'CNCL' }))).decisions).toMatchObject([{ answer: 'accepted' }]);
    expect((await read(camt029(ID, { confirmation: 'PDCR' }))).decisions).toMatchObject([{ answer: 'open' }]);
    const unknown = await read(camt029(ID, { confirmation: 'XXXX' }));
    expect(unknown.decisions).toMatchObject([{ answer: null, code: 'XXXX' }]);
  });

  it.each<[string, string, RegExp]>([
    [
      'about nothing',
      camt029(ID, { confirmation: 'CNCL' }).replace(/<CxlDtls>[\s\S]*<\/CxlDtls>/, ''),
      /no TxInfAndSts/,
    ],
    ['of another kind', camt029(ID, { confirmation: 'CNCL' }).replace('camt.029', 'camt.053'), /is no camt\.029/],
  ])('that is %s is refused', async (_what, text, reason) => {
    await expect(read(text)).rejects.toThrow(reason);
  });
});
