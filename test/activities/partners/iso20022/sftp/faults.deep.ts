import type { Carrier } from '../../../../../activities/partners/iso20022/carrier';
import { startSftpServer, type ServerFault, type TestSftpServer } from '../../../../support/sftp-server';
import { carrierOf, expectOnce, newDirectory, sendAsWorkflow } from './support';

const REQUESTS = ['open', 'write', 'close', 'look', 'rename'] as const;
const FAULTS: ServerFault[] = REQUESTS.flatMap((request) =>
  (['cut', 'hang'] as const).flatMap((what) => (['before', 'after'] as const).map((when) => ({ request, what, when }))),
);

/** Source: docs/GAPS.md#P19 */
describe('a message to a server that fails', () => {
  let bank: TestSftpServer;
  let directory: string;
  let carrier: Carrier;

  beforeAll(async () => {
    bank = await startSftpServer();
    directory = await newDirectory();
    carrier = carrierOf(bank);
  });

  async function expectSentOnce(...faults: ServerFault[]): Promise<void> {
    bank.faults.push(...faults);
    await expectOnce(bank, directory, await sendAsWorkflow(directory, carrier));
    expect(bank.faults).toEqual([]);
  }

  it.each(FAULTS)('at $request, which does $what $when it, appears once', (fault) => expectSentOnce(fault));

  it.each(FAULTS)('at $request, which does $what $when it, and at the next rename appears once', (fault) =>
    expectSentOnce(
      fault,
      { request: 'rename', what: 'cut', when: 'after' },
      { request: 'look', what: 'cut', when: 'after' },
    ),
  );

  it('at a rename, and twice before the answer about it, appears once', () =>
    expectSentOnce(
      { request: 'rename', what: 'cut', when: 'after' },
      { request: 'look', what: 'cut', when: 'before' },
      { request: 'look', what: 'cut', when: 'before' },
    ));

  it.each(['open', 'write', 'close', 'rename'] as const)('at %s, as on a full disk, appears once', (request) =>
    expectSentOnce({ request, what: 'full', when: 'before' }, { request, what: 'full', when: 'before' }),
  );
});
