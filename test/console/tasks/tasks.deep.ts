import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { closeAtEnd } from '../../support/closing';
import { describeInBrowser } from '../../support/browser';
import { eventually, instructionBody } from '../../support/builders';
import { camt053, camtEntry } from '../../support/camt';
import { openConsole, type ConsoleBrowser } from '../../support/console-browser';
import { OPERATOR, OWNER } from '../../support/console-places';
import { proveAll } from '../../support/second-factor';
import { pageOf, type Done } from './page';
import { Walk } from './walk';
import { COMPLIANCE, inDays, openWorld, PASSWORD, RESEMBLING, TREASURER, type World } from './world';

const PAGE = path.join(__dirname, '..', '..', '..', 'docs', 'internal', 'TASKS.md');

type Task = (walk: Walk, world: World) => Promise<void>;

/** Somebody new in the United States, as the form that pays asks for it. */
async function fillPayee(walk: Walk, prefix: string, name: string): Promise<void> {
  await walk.type(`${prefix}name`, name);
  await walk.type(`${prefix}bankAccount.accountNumber`, '9876543210');
  await walk.type(`${prefix}bankAccount.swiftBic`, 'BOFAUS3N');
}

const ACCOUNT_HOLDER: Readonly<Record<string, Task>> = {
  'see how the last 30 days went': async (walk) => {
    await walk.see('Payments submitted', 'Success rate', 'Time to settlement');
  },
  'find a payment by its own reference, and see when it settles': async (walk) => {
    await walk.find('PO-2026-0117');
    await walk.see('Nordic Clearing', 'PO-2026-0117');
  },
  'see why a payment failed, and who must act': async (walk) => {
    await walk.menu('Payments');
    await walk.row('PO-FAILED');
    await walk.see('Why it failed', 'Account closed in May', 'Who must act');
  },
  'pay somebody new': async (walk) => {
    await walk.menu('Payments');
    await walk.follow('Pay');
    await walk.type('amount', '125.50');
    await fillPayee(walk, 'beneficiary.', 'Example Trading Ltd');
    await walk.choose('purpose.code', 'trade_settlement');
    await walk.press('Review');
    await walk.press('Pay 125.50 USD');
    await walk.see('125.50 USD', 'Example Trading Ltd');
  },
  'save a payee': async (walk) => {
    await walk.menu('Beneficiaries');
    await walk.follow('Save a beneficiary');
    await walk.type('country', 'US');
    await walk.type('bankAccount.country', 'US');
    await walk.open('SWIFT BIC');
    await fillPayee(walk, '', 'Cotton Supplier Ltd');
    await walk.press('Save the beneficiary');
    await walk.see('Cotton Supplier Ltd', 'ready');
  },
  'pay a saved payee': async (walk) => {
    await walk.menu('Beneficiaries');
    await walk.row('Cotton Supplier Ltd');
    await walk.follow('Pay');
    await walk.type('amount', '80');
    await walk.choose('purpose.code', 'trade_settlement');
    await walk.press('Review');
    await walk.press('Pay 80.00 USD');
    await walk.see('80.00 USD');
  },
  'cancel a payment that has not been sent': async (walk) => {
    await walk.find('PO-LATER');
    await walk.follow('Cancel');
    await walk.type('reason', 'Ordered twice');
    await walk.press('Cancel the payment');
    await walk.see('cancelled', 'Ordered twice');
  },
  'recall a payment that was settled': async (walk) => {
    await walk.find('PO-TWICE');
    await walk.follow('Ask for the money back');
    await walk.choose('reasonCode', 'DUPL');
    await walk.press('Ask for the money back');
    await walk.see('The partner is asked to return the money.');
  },
  'give the payee a link that shows the status': async (walk) => {
    await walk.find('PO-2026-0117');
    await walk.press('Make a public link');
    await walk.see('Anyone with this link sees status, date and reference');
  },
  'save a shipment, and begin its packing list': async (walk) => {
    await walk.menu('Shipments');
    await walk.follow('New shipment');
    await walk.type('origin_country', 'VN');
    await walk.type('destination_country', 'US');
    await walk.open('Reference, HS code');
    await walk.type('description', 'Cotton t-shirts');
    await walk.press('Save the shipment');
    await walk.see('Cotton t-shirts, Vietnam to United States of America', 'Shipment saved.');
    await walk.follow('Packing list');
    await walk.see('New packing list');
  },
  'create an API key': async (walk) => {
    await walk.menu('API keys');
    await walk.type('label', 'Warehouse');
    await walk.press('Create the key');
    await walk.see('This is the only time');
  },
  'see which field of a request was refused': async (walk) => {
    await walk.menu('Requests');
    await walk.row('400');
    await walk.see('INVALID_REQUEST', 'amount');
  },
  'send a webhook again': async (walk) => {
    await walk.menu('Deliveries');
    await walk.row('payment.settled');
    await walk.press('Send the event again');
    await walk.see('Event resent as this new delivery.');
  },
};

const TREASURER_TASKS: Readonly<Record<string, Task>> = {
  'ask for an approval of payments above 10,000 EUR': async (walk) => {
    await walk.menu('Approval rules');
    await walk.type('amount', '10000');
    await walk.type('currency', 'EUR');
    await walk.press('Set the rule');
    await walk.see('Rule saved.');
  },
  'approve a payment': async (walk, { pay }) => {
    await pay({ clientReference: 'PO-APPROVE', currency: 'EUR', amount: 20_000 });
    await walk.menu('Decisions');
    await walk.row('PO-APPROVE');
    await walk.press('Approve');
    await walk.see('Approval recorded.');
  },
  'reject a payment, and say why': async (walk, { pay }) => {
    await pay({ clientReference: 'PO-REJECT', currency: 'EUR', amount: 20_000 });
    await walk.menu('Decisions');
    await walk.row('PO-REJECT');
    await walk.type('comment', 'Not ours');
    await walk.press('Reject');
    await walk.see('Payment rejected');
  },
  'pay a table of rows from a spreadsheet': async (walk) => {
    const head = 'amount,currency,beneficiary.name,beneficiary.country,beneficiary.bankAccount.accountNumber';
    const bank = 'beneficiary.bankAccount.country,beneficiary.bankAccount.swiftBic,purpose.code';
    const row = '10,USD,Example Trading Ltd,US,9876543210,US,BOFAUS3N,trade_settlement';
    await walk.menu('Batches');
    await walk.type('text', [`${head},${bank}`, row, row].join('\n'));
    await walk.press('Send the batch');
    await walk.see('Batch of 2 rows');
  },
  'get the payments of a status as a file': async (walk) => {
    await walk.menu('Payments');
    await walk.follow('settled 2');
    const [head, ...lines] = (await walk.download('Download as CSV')).trim().split('\r\n');
    expect(head).toMatch(/^id,/);
    expect(lines.filter((line) => line.includes(',settled,'))).toHaveLength(2);
    expect(lines).toHaveLength(2);
  },
  'compare duties of three destinations': async (walk) => {
    await walk.menu('Tariffs');
    await walk.follow('Compare destinations');
    await walk.type('hsCode', '610910');
    await walk.type('origin', 'VN');
    await walk.type('destinations', 'US, GB, BR');
    await walk.type('value', '10000');
    await walk.type('currency', 'USD');
    await walk.press('Compare');
    await walk.see('1. United States of America16.5 %1,650.00 USD');
  },
  'confirm changed bank details of a payee': async (walk, { stack, rooms }) => {
    const key = await stack.createKey('Blue Harbour', { label: 'Ledger', madeBy: rooms.ownerId });
    const { beneficiary } = instructionBody();
    const { bankAccount } = beneficiary as { bankAccount: object };
    const body = { bankAccount: { ...bankAccount, accountNumber: '1234567890' } };
    await stack.call('PATCH', `/api/v1/beneficiaries/${rooms.beneficiaryId}`, { key, body });
    await walk.menu('Beneficiaries');
    await walk.row('to be confirmed');
    await walk.press('Compare old and new');
    await walk.type('confirmedWith.person', 'Ann Li');
    await walk.press('Confirm the bank details');
    await walk.see('ready');
  },
};

const OFFICER: Readonly<Record<string, Task>> = {
  'see what the oldest hold resembles': async (walk) => {
    await walk.menu('Holds');
    await walk.row('HOLD-1');
    await walk.see(`The beneficiary, ${RESEMBLING}, resembles Quillon Zhadrek Ombrasko`);
  },
  'release a hold': async (walk) => {
    await walk.menu('Holds');
    await walk.row('HOLD-1');
    await walk.type('reason', 'Born in another year');
    await walk.press('Release and send it');
    await walk.see('Decision recorded');
  },
  'reject a hold': async (walk) => {
    await walk.menu('Holds');
    await walk.row('HOLD-2');
    await walk.type('reason', 'The same person');
    await walk.press('Reject: the payment fails');
    await walk.see('Decision recorded');
  },
  'ask the client something about a hold': async (walk) => {
    await walk.menu('Holds');
    await walk.row('HOLD-3');
    await walk.type('question', 'When was the beneficiary born?');
    await walk.press('Ask for information');
    await walk.see('Question sent to the client.');
  },
  'release many holds at once': async (walk) => {
    await walk.menu('Holds');
    await walk.follow('Decide about all of these');
    await walk.choose('decision', 'release');
    await walk.type('reason', 'The list was corrected');
    await walk.press('Show the payments');
    await walk.press('Release: 3 payments');
    // The page follows the decisions by itself.
    await eventually(
      () => walk.rows(),
      (rows) => rows.some((row) => /^decided\s*3$/.test(row)),
      'the decisions',
    );
  },
};

const OPERATOR_TASKS: Readonly<Record<string, Task>> = {
  'see what needs attention': async (walk) => {
    await walk.see('Needs attention', 'Nordic Clearing');
  },
  'find a payment by a reference of the client': async (walk) => {
    await walk.find('PO-2026-0117');
    await walk.see('Nordic Clearing', 'Workflow');
  },
  'see why a payment waits, and give it up': async (walk, { pay }) => {
    await pay({ clientReference: 'PO-GIVE-UP', valueDate: inDays(20) });
    await walk.find('PO-GIVE-UP');
    await walk.see('Why it waits: Members of the account have to approve it');
    await walk.choose('decision', 'give_up');
    await walk.type('reason', 'The client called');
    await walk.press('Decide');
    await walk.see('Decision recorded');
  },
  'take a payment and note something for colleagues': async (walk) => {
    await walk.find('PO-FAILED');
    await walk.press('Take');
    await walk.type('note', 'The bank calls back at nine');
    await walk.press('Add the note');
    await walk.see('Note added.', 'The bank calls back at nine');
  },
  'import a bank statement, and see what contradicts it': async (walk, { rooms }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'corridor-tasks-'));
    closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
    const file = path.join(folder, 'statement.xml');
    const references = `<EndToEndId>${rooms.instructionId}</EndToEndId>`;
    writeFileSync(file, camt053([camtEntry({ references, amount: '2.00' })]));
    await walk.menu('Bank statements');
    await walk.choose('partner', rooms.partnerId);
    await walk.attach('file', file);
    await walk.press('Import it');
    // The page follows the comparison by itself.
    await eventually(
      () => walk.rows(),
      (rows) => rows.some((row) => row.includes('contradicted')),
      'the comparison',
    );
  },
  'stop payments on a route': async (walk, { rooms }) => {
    await walk.menu('Partners and routes');
    await walk.follow(`Disable ${rooms.routeId}`);
    await walk.type('reason', 'The bank is closed');
    await walk.press('Disable the route');
    await walk.see(`Enable ${rooms.routeId}`);
  },
};

const PEOPLE = [
  ['account holder', OWNER, ACCOUNT_HOLDER],
  ['treasurer', TREASURER, TREASURER_TASKS],
  ['compliance officer', COMPLIANCE, OFFICER],
  ['operator', OPERATOR, OPERATOR_TASKS],
] as const;

describeInBrowser('what people come for', () => {
  let world: World;
  let browser: ConsoleBrowser;
  const done: Done[] = [];

  beforeAll(async () => {
    world = await openWorld();
    browser = await openConsole(world.stack.baseUrl);
  });

  // One person does one task after the other, as on a working day.
  it.each(PEOPLE)(
    'the %s begins at the first page of the console, and finds the way by what the pages say',
    async (person, email, tasks) => {
      await browser.page.deleteCookie(...(await browser.page.cookies()));
      await browser.logIn(email, PASSWORD);
      for (const [task, run] of Object.entries(tasks)) {
        const walk = new Walk(browser);
        await walk.start();
        await proveAll(world.stack.database);
        try {
          await run(walk, world);
        } catch (fault) {
          const text = (await browser.text()).slice(0, 2000);
          throw new Error(`${person}, ${task}, at ${browser.page.url()}: ${text}`, { cause: fault });
        }
        done.push({ person, task, ...walk.effort });
      }
    },
  );

  it('takes as many steps as docs/internal/TASKS.md says', () => {
    const page = pageOf(done);
    if (process.env['UPDATE_TASKS'] === '1') writeFileSync(PAGE, page);
    expect(readFileSync(PAGE, 'utf8')).toBe(page);
    expect(browser.complaints).toEqual([]);
  });
});
