import { createWriteStream, readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { memoryPages, validateXML } from 'xmllint-wasm';
import {
  pain001InPieces,
  type CreditTransfer,
  type OrderingParty,
} from '../../../domain/payments/iso20022/credit-transfer';
import { profileReader } from '../../../domain/payments/iso20022/bank-profile';
import { ProfiledMessage } from '../../../domain/payments/iso20022/profiled-message';
import { timed, type Seconds } from './timed';

const FROM: OrderingParty = {
  name: 'Example Trading GmbH',
  country: 'DE',
  address: { street: 'Hauptstraße 1', postalCode: '10115', city: 'Berlin' },
  accountNumber: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
};

function order(number: number): CreditTransfer {
  const instructionId = `instr_${String(number).padStart(26, '0')}`;
  const clearing = { scheme: 'USABA' as const, code: '021000021' };
  return {
    instructionId,
    attempt: 1,
    createdAt: new Date('2026-11-27T08:00:00.000Z'),
    amount: 100 + number / 100,
    currency: 'USD',
    timeline: 'standard',
    valueDate: '2026-11-30',
    uetr: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    chargeBearer: 'SHAR',
    beneficiary: {
      name: `Payee ${number}`,
      country: 'US',
      bankAccount: { accountNumber: String(1_000_000_000 + number), clearing, country: 'US' },
      address: { street: 'Main Street', building: '12', city: 'Springfield', postalCode: '62701', state: 'IL' },
    },
    purpose: { code: 'trade_settlement' },
    remittance: { text: `Invoice ${number}` },
  };
}

/** Writes one message of so many payments into a file, piece by piece, and judges it by the schema. */
export async function writeOrders(count: string, schemaFile: string, file: string): Promise<Seconds> {
  const seconds: Seconds = {};
  await timed(seconds, 'written', async () => {
    const [first, ...others] = Array.from({ length: Number(count) }, (_, number) => order(number));
    if (first === undefined) throw new Error('a message has a payment');
    const message = new ProfiledMessage(profileReader({ profile: 'generic' })(first.createdAt));
    // As carriers do it: under its name it is whole.
    await pipeline(
      Readable.from(pain001InPieces([first, ...others], FROM, message)),
      createWriteStream(`${file}.part`),
    );
    await rename(`${file}.part`, file);
  });
  await timed(seconds, 'validated', async () => {
    const xml = { fileName: 'message.xml', contents: readFileSync(file) };
    const options = { stream: true, maxMemoryPages: 64 * memoryPages.MiB };
    const { valid, errors } = await validateXML({ xml, schema: readFileSync(schemaFile, 'utf8'), ...options });
    if (!valid) throw new Error(errors[0]?.message ?? 'the schema refuses the message');
  });
  return seconds;
}
