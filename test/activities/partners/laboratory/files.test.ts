import { access, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isExamined } from '../../../../activities/partners/iso20022/examined';
import { certify } from '../../../../activities/partners/laboratory/certify';
import { fileCandidate } from '../../../../activities/partners/laboratory/file-candidate';
import type { PartnerAdapter } from '../../../../activities/partners/port';
import type { LaboratoryReport } from '../../../../domain/payments/dispatch/certificate';
import { PAYEE } from '../conformance';
import { FileBank, type FileBankFault, type FileBankHabit } from './file-bank';
import { DEBTOR } from '../../../../lab/benches/debtor';

const PARTNER = 'ptn_1';

async function examine(
  bank: FileBank,
  settings: Record<string, string> = {},
  bend: (adapter: PartnerAdapter) => PartnerAdapter = (adapter) => adapter,
): Promise<LaboratoryReport> {
  let nowMs = Date.now();
  const config = { ...DEBTOR, ...settings, directory: bank.directory };
  const candidate = fileCandidate({
    partnerId: PARTNER,
    settings: { adapter: 'iso20022', config },
    place: { partnerId: PARTNER, config },
    server: null,
    answersMs: 120_000,
    payee: PAYEE,
    time: {
      nowMs: () => nowMs,
      async pause(ms) {
        nowMs += ms;
        await bank.work();
      },
    },
  });
  return certify({ ...candidate, adapter: (bent) => bend(candidate.adapter(bent)) }, { seed: 1 });
}

const faultsOf = ({ results }: LaboratoryReport, which: string): (string | null)[] =>
  [...new Set(results.filter(({ outcome }) => outcome === which).map(({ fault }) => fault))].sort();

const played = async (...ways: (FileBankFault | FileBankHabit)[]): Promise<LaboratoryReport> =>
  examine(await FileBank.open(PARTNER, ...ways));

/** Source: docs/GAPS.md#P19, docs/GAPS.md#P20 */
describe('the laboratory of banks by files', () => {
  it('passes a bank that answers each order, and leaves nothing for the inboxes', async () => {
    const bank = await FileBank.open(PARTNER);
    const report = await examine(bank);
    expect(report.results.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    expect(report).toMatchObject({ verdict: 'passed', adapter: 'iso20022', url: `file://${bank.directory}` });
    expect(report.results.length).toBeGreaterThanOrEqual(24);
    expect(await readdir(path.join(bank.directory, 'in'))).toEqual([]);
    expect(await readdir(path.join(bank.directory, 'archive'))).not.toEqual([]);
    expect(bank.orders).toHaveLength(13);
  });

  it.each<[FileBankFault, string[]]>([
    ['writes Latin-1', ['not_utf8']],
    ['writes half a message', ['broken_xml']],
    ['writes a DTD', ['has_dtd']],
    ['writes another message', ['unknown_message']],
    ['writes reports without a MsgId', ['no_message_id']],
    ['has a status of its own', ['unknown_status']],
    ['has an answer of its own', ['unknown_answer']],
    ['names orders by its own number', ['names_no_order']],
    ['names two orders in one status', ['names_several']],
    ['names the wrong message', ['other_message_named']],
    ['forgets an order of many', ['order_unanswered']],
    ['says nothing', ['unanswered']],
    ['rejects what it paid', ['status_contradicts']],
    ['rejects without a reason', ['rejection_without_reason']],
    ['rejects all', ['order_rejected']],
    ['rejects an equal order', ['equal_order_rejected']],
    ['rejects a burst', ['burst_rejected']],
    ['rejects addresses', ['optional_members_refused']],
    ['goes on writing', ['file_grew']],
    ['keeps temporary names', ['temporary_name']],
    ['cancels in words', ['cancelled_and_paid']],
    ['books twice', ['booked_twice']],
    ['books another amount', ['booked_otherwise']],
    ['books credits', ['booked_as_credit']],
    ['books two orders in one entry', ['booking_names_several']],
    ['books what it rejected', ['rejected_and_booked']],
  ])('names the fault of a bank that %s', async (fault, expected) => {
    const report = await played(fault);
    expect(faultsOf(report, 'failed')).toEqual(expected);
    expect(report.verdict).toBe('failed');
  });

  it.each<[FileBankHabit, string[]]>([
    ['writes in place', ['written_in_place']],
    ['writes each file twice', ['file_repeated']],
    ['reuses the MsgId', ['message_id_reused']],
    ['writes times without a zone', ['time_without_zone']],
    ['reports an earlier step late', ['status_late']],
    ['pays any currency', ['unpayable_taken']],
    ['rejects foreign names', ['name_rejected']],
    ['answers no cancellation', ['cancellation_unanswered']],
    ['books nothing', []],
  ])('notes the departure of a bank that %s, which fails nothing', async (habit, expected) => {
    const report = await played(habit);
    expect(faultsOf(report, 'failed')).toEqual([]);
    expect(faultsOf(report, 'warned')).toEqual(expected);
    expect(report.verdict).toBe('passed');
  });

  it('says what it could not judge of a bank that tells of no bookings', async () => {
    const { results } = await played('books nothing');
    const skipped = results.filter(({ outcome }) => outcome === 'skipped').map(({ scenario }) => scenario);
    expect(skipped.sort()).toEqual(['booked_amounts', 'booked_once', 'booked_rejections', 'booking_names']);
  });

  it('names file, line and element of a fault', async () => {
    const messageOf = async (fault: FileBankFault): Promise<string | null | undefined> =>
      (await played(fault)).results.find(({ outcome }) => outcome === 'failed')?.message;
    expect(await messageOf('has a status of its own')).toMatch(/answer-\d+\.xml, line \d+: has the status DONE/);
    expect(await messageOf('books another amount')).toMatch(
      /answer-\d+\.xml, line \d+: Amt of instr_\w+ is 77\.00 USD/,
    );
    expect(await messageOf('rejects what it paid')).toMatch(
      /answer-\d+\.xml, line \d+: instr_\w+ has TxSts RJCT after/,
    );
  });

  it('orders by pacs.008 where the partner is a bank', async () => {
    const bank = await FileBank.open(PARTNER);
    const report = await examine(bank, { instructingBic: 'DEUTDEFFXXX' });
    expect(faultsOf(report, 'failed')).toEqual([]);
  });

  it('names the fault of settings with which nothing can be put out', async () => {
    const bank = await FileBank.open('ptn_of_another');
    const report = await examine(bank);
    expect(faultsOf(report, 'failed')).toEqual(['not_put_out']);
    expect(report.results[0]?.message).toContain('DIRECTORY_NOT_PREPARED');
  });

  it('names a request to cancel that could not be put out', async () => {
    const bank = await FileBank.open(PARTNER);
    const report = await examine(bank, {}, (adapter) => ({
      ...adapter,
      async cancel(instructionId) {
        await rm(path.join(bank.directory, '.corridor-partner'));
        return adapter.cancel(instructionId);
      },
    }));
    expect(faultsOf(report, 'failed')).toEqual(['not_put_out']);
    expect(report.results[0]?.message).toContain('A request to cancel could not be put out: DIRECTORY_NOT_PREPARED.');
  });

  it('names a directory that went away', async () => {
    const bank = await FileBank.open(PARTNER);
    bank.work = () => rm(path.join(bank.directory, 'in'), { recursive: true, force: true });
    const report = await examine(bank);
    expect(faultsOf(report, 'failed')).toEqual(['directory_unusable']);
    expect(report.results[0]?.message).toBe('The directory could not be used: ENOENT.');
  });

  it('makes no report of a fault of its own, which would take an earlier pass away', async () => {
    const bank = await FileBank.open(PARTNER);
    const fault = new TypeError('cannot be iterated');
    const withoutCancel = examine(bank, {}, (adapter) => ({ ...adapter, cancel: () => Promise.reject(fault) }));
    await expect(withoutCancel).rejects.toBe(fault);
    const submit = () => Promise.resolve({ kind: 'not_delivered', fault: 'TypeError' } as const);
    const withoutOrder = examine(bank, {}, (adapter) => ({ ...adapter, submit }));
    await expect(withoutOrder).rejects.toThrow('An order could not be put out: TypeError');
  });

  it('keeps the inboxes away as long as it looks, and leaves them what is about other payments', async () => {
    const bank = await FileBank.open(PARTNER);
    const other = path.join(bank.directory, 'in', 'other.xml');
    const during: boolean[] = [];
    const work = bank.work.bind(bank);
    bank.work = async () => {
      during.push(await isExamined(bank.directory));
      if (during.length === 1)
        await writeFile(other, '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"/>');
      await work();
    };
    await examine(bank);
    expect(during.length).toBeGreaterThan(5);
    expect(during.every((isHeld) => isHeld)).toBe(true);
    expect(await isExamined(bank.directory)).toBe(false);
    await expect(access(other)).resolves.toBeUndefined();
  });
});
