import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { iso20022Adapter } from '../../../../../activities/partners/iso20022/adapter';
import type { Carrier } from '../../../../../activities/partners/iso20022/carrier';
import { OrderFiles } from '../../../../../activities/partners/iso20022/order-files';
import type { SftpSettings } from '../../../../../domain/payments/dispatch/adapters/iso20022-transport';
import { eventually } from '../../../../support/builders';
import { OPENSSH, sftpSettings, startSftpServer, type TestSftpServer } from '../../../../support/sftp-server';
import { describeWith } from '../../../../support/tools';
import { CONFORMANCE_ORDER, describeConformance } from '../../conformance';
import { always, carrierOf, expectOnce, newDirectory, PARTNER, sendAsWorkflow } from './support';
import { DEBTOR } from '../../../../../lab/benches/debtor';

describeConformance('iso20022 by sftp', async () => {
  const bank = await startSftpServer();
  const directory = await newDirectory();
  const config = { ...DEBTOR, ...sftpSettings(bank), directory };
  return {
    adapter: iso20022Adapter(PARTNER, config, carrierOf(bank)),
    away: iso20022Adapter(PARTNER, { ...config, directory: path.join(directory, 'not-mounted') }, carrierOf(bank)),
    // A bank says no in a status file only.
    order: (instructionId, wish) => (wish === 'reject' ? null : { ...CONFORMANCE_ORDER, instructionId }),
    taken: () => bank.appeared.flatMap((file) => (file.endsWith('-1.xml') ? [file.replace(/-1\.xml$/, '')] : [])),
    close: () => Promise.resolve(),
  };
});

/** Source: docs/GAPS.md#P19 */
describe('a message to a server', () => {
  let bank: TestSftpServer;
  let directory: string;
  let carrier: Carrier;
  const filesAt = (folder: string): Promise<string[]> => readdir(bank.at(folder));

  beforeAll(async () => {
    bank = await startSftpServer();
    directory = await newDirectory();
    carrier = carrierOf(bank);
  });

  beforeEach(() => {
    bank.appeared.length = 0;
    bank.faults.length = 0;
  });

  it('appears once under its name, over one connection', async () => {
    const before = bank.connections;
    const own = carrierOf(bank);
    for (let count = 0; count < 3; count += 1) await expectOnce(bank, directory, await sendAsWorkflow(directory, own));
    expect(bank.connections - before).toBe(1);
    expect(await filesAt('out')).toEqual([]);
  });

  // faults.deep.ts has those of all requests.
  it('appears once where the connection is lost after the rename, and before its answer', async () => {
    bank.faults.push({ request: 'rename', what: 'cut', when: 'after' });
    await expectOnce(bank, directory, await sendAsWorkflow(directory, carrier));
    expect(bank.faults).toEqual([]);
  });

  it('appears once where a rename is done long after it was given up', async () => {
    bank.faults.push({ request: 'rename', what: 'late', when: 'before' });
    const id = await sendAsWorkflow(directory, carrier);
    await bank.doLate();
    await expectOnce(bank, directory, id);
  });

  it('appears once where a rename is done between the question and the next try', async () => {
    const files = new OrderFiles(directory, PARTNER, carrier);
    bank.faults.push({ request: 'rename', what: 'late', when: 'before' });
    const name = { instructionId: 'instr_late', part: '1' };
    expect(await files.putOut(name, () => '<a/>', always)).toMatchObject({ kind: 'unknown' });
    await bank.doLate();
    expect(await files.putOut(name, () => '<a/>', always)).toEqual({ kind: 'put_out' });
    expect(bank.appeared).toEqual(['instr_late-1.xml']);
  });

  it('appears once where many send it at the same moment', async () => {
    const name = { instructionId: 'instr_many', part: '1' };
    const others = Array.from({ length: 12 }, () => new OrderFiles(directory, PARTNER, carrier));
    const results = await Promise.all(others.map((other) => other.putOut(name, () => '<a/>', always)));
    expect(results.every(({ kind }) => kind === 'put_out')).toBe(true);
    expect(bank.appeared).toEqual(['instr_many-1.xml']);
    await eventually(
      () => filesAt('out'),
      (files) => !files.some((file) => file.includes('instr_many')),
      'uploads that were not needed are removed',
    );
  });

  it('leaves no upload that failed, and those of others alone', async () => {
    const files = new OrderFiles(directory, PARTNER, carrier);
    const others = '.instr_others-1.xml.00000000.00000000.part';
    await writeFile(bank.at('out', others), '');
    const failedUploads = async (): Promise<string[]> =>
      (await filesAt('out')).filter((file) => file.includes('instr_failed'));
    bank.faults.push(
      { request: 'write', what: 'cut', when: 'after' },
      { request: 'remove', what: 'cut', when: 'before' },
    );
    const name = { instructionId: 'instr_failed', part: '1' };
    expect(await files.putOut(name, () => '<a/>', always)).toMatchObject({ kind: 'not_put_out' });
    await eventually(
      () => Promise.resolve(bank.faults),
      (faults) => faults.length === 0,
      'the upload could not be removed',
    );
    expect(await failedUploads()).toHaveLength(1);
    await eventually(
      () => files.putOut(name, () => '<a/>', always),
      ({ kind }) => kind === 'put_out',
      'the message is out over another connection',
    );
    await eventually(failedUploads, (left) => left.length === 0, 'the upload is removed');
    expect(await filesAt('out')).toContain(others);
    await rm(bank.at('out', others));
  });

  it('is not sent by whom the directory has told that it has not left', async () => {
    const files = new OrderFiles(directory, PARTNER, carrier);
    const name = { instructionId: 'instr_denied', part: '1' };
    let denied: unknown = 'nothing';
    const upload = carrier.upload.bind(carrier);
    const slow = {
      ...carrier,
      async upload(file: string, content: Buffer) {
        const temporary = await upload(file, content);
        denied = await new OrderFiles(directory, PARTNER, carrier).findOrder('instr_denied');
        return temporary;
      },
    };
    const held = new OrderFiles(directory, PARTNER, slow);
    expect(await held.putOut(name, () => '<a/>', always)).toEqual({ kind: 'too_late' });
    expect(denied).toBeNull();
    expect(bank.appeared).toEqual([]);
    expect(await files.putOut(name, () => '<a/>', always)).toEqual({ kind: 'put_out' });
    expect(bank.appeared).toEqual(['instr_denied-1.xml']);
  });

  it('is neither sent nor known where it is about to leave to another server', async () => {
    bank.faults.push({ request: 'rename', what: 'cut', when: 'before' });
    const name = { instructionId: 'instr_moved', part: '1' };
    const files = new OrderFiles(directory, PARTNER, carrier);
    expect(await files.putOut(name, () => '<a/>', always)).toMatchObject({ kind: 'unknown' });
    const elsewhere = new OrderFiles(directory, PARTNER, carrierOf(bank, { out: '/in' }));
    await expect(elsewhere.findOrder('instr_moved')).rejects.toMatchObject({ code: 'SFTP_OTHER_SERVER' });
    await expect(new OrderFiles(directory, PARTNER).findOrder('instr_moved')).rejects.toThrow(/no longer/);
    expect(await files.findOrder('instr_moved')).toEqual(name);
    expect(bank.appeared).toEqual(['instr_moved-1.xml']);
  });

  it.each<[string, Partial<SftpSettings & { privateKey: string }>, string]>([
    ['with another key', { hostKeys: [`SHA256:${'A'.repeat(43)}`] }, 'SFTP_HOST_KEY'],
    ['that does not know the user', { user: 'nobody' }, 'SFTP_AUTHENTICATION'],
    ['that is away', { port: 1 }, 'ECONNREFUSED'],
    ['without the directory', { out: '/nowhere' }, 'SFTP_NO_SUCH_FILE'],
    ['with what is no key of ours', { privateKey: 'x' }, 'SFTP_KEY_UNREADABLE'],
  ])('does not leave for a server %s', async (what, changes, code) => {
    const name = { instructionId: `instr_${what.replaceAll(' ', '_')}`, part: '1' };
    const files = new OrderFiles(directory, PARTNER, carrierOf(bank, changes));
    const result = await files.putOut(name, () => '<a/>', always);
    expect(result).toMatchObject({ kind: 'not_put_out', fault: { code } });
    expect(await files.findOrder(name.instructionId)).toBeNull();
    expect(bank.appeared).toEqual([]);
  });
});

describeWith("OpenSSH's sftp-server (Debian: openssh-sftp-server)", OPENSSH !== null)("OpenSSH's server", () => {
  it('gets a message once, by one step', async () => {
    const bank = await startSftpServer(OPENSSH);
    const directory = await newDirectory();
    const carrier = carrierOf(bank, { out: `${bank.root}/out` });
    const id = await sendAsWorkflow(directory, carrier);
    expect(await readdir(bank.at('out'))).toEqual([`${id}-1.xml`]);
    await rm(bank.at('out', `${id}-1.xml`));
    const files = new OrderFiles(directory, PARTNER, carrier);
    expect(await files.findOrder(id)).toEqual({ instructionId: id, part: '1' });
    expect(await readdir(bank.at('out'))).toEqual([]);
  });
});
