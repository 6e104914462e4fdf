import type { VNode } from 'preact';
import type { PartnerRow } from '../../../db/administration/settlement-network';
import type { JudgedEntry, StatementRow } from '../../../db/payments/settlement/read-statements';
import { STATEMENT_VERDICTS, type StatementVerdict } from '../../../domain/payments/settlement/statement-entry';
import type { Page } from '../../../domain/schema-tools';
import {
  BY_TIME,
  Badge,
  Facts,
  FaultSummary,
  FileField,
  Filters,
  Form,
  Id,
  ListFoot,
  Live,
  Moment,
  Money,
  Notice,
  Select,
  Table,
  timeOrder,
  type Tone,
} from '../../parts';
import type { Fault, Faults } from '../../forms/read-form';

/** Where bank statements are. */
export const STATEMENTS = '/console/operator/statements';

const WORDS: Record<StatementVerdict, readonly [Tone, string]> = {
  confirmed: ['good', 'confirmed'],
  contradicted: ['bad', 'contradicted'],
  not_booked: ['wait', 'not booked yet'],
  unmatched: ['plain', 'unmatched'],
};

/** Source: ISO 20022 external code set, ExternalBalanceType1Code */
const BALANCES: Readonly<Record<string, string>> = {
  OPBD: 'Opening balance',
  PRCD: 'Previous closing balance',
  CLBD: 'Closing balance',
  CLAV: 'Closing available balance',
  ITBD: 'Interim balance',
  ITAV: 'Interim available balance',
};

function Verdict({ of: verdict }: { of: StatementVerdict | null }): VNode {
  const [tone, word] = verdict === null ? (['wait', 'not compared yet'] as const) : WORDS[verdict];
  return <Badge tone={tone}>{word}</Badge>;
}

type PartnerOption = Pick<PartnerRow, 'id' | 'name' | 'environment'>;

interface PartnerChoice {
  partners: readonly PartnerOption[];
  value: string;
  fault: Fault | undefined;
}

/** Chooses one of the partners. */
export function PartnerSelect({ partners, ...rest }: PartnerChoice): VNode {
  const options = partners.map(({ id, name, environment }) => [id, `${name} (${environment})`] as const);
  return <Select name="partner" label="Partner" options={options} {...rest} />;
}

export interface StatementsPage {
  page: Page<StatementRow>;
  partners: readonly PartnerOption[];
  entered: { partner: string };
  faults: Faults;
  /** Bytes that a file may have. */
  maxBytes: number;
  query: string;
  formToken: string;
}

const MIB = 1024 * 1024;

function ImportForm({ partners, entered, faults, maxBytes, formToken }: StatementsPage): VNode {
  return (
    <section aria-labelledby="import">
      <h2 id="import">Import a statement</h2>
      <p>
        Each entry is matched with a payment by its references, else by the payee&apos;s reference with amount and
        currency. A difference opens a case; no status changes.
      </p>
      <Form className="panel" action={STATEMENTS} formToken={formToken} takesFiles>
        <PartnerSelect partners={partners} value={entered.partner} fault={faults['partner']} />
        <FileField
          name="file"
          label="Statement"
          hint={`camt.053 or camt.054 of ISO 20022, XML, at most ${maxBytes / MIB} MiB.`}
          accept=".xml,application/xml,text/xml"
          fault={faults['file']}
        />
        <button>Import it</button>
      </Form>
    </section>
  );
}

export function Statements(parts: StatementsPage): VNode {
  const { page, faults, query } = parts;
  return (
    <>
      <FaultSummary faults={faults} />
      <Table
        name="Bank statements"
        order={timeOrder(STATEMENTS, query)}
        rows={page.items}
        empty="No bank statement has been imported yet. A statement (camt.052, camt.053 or camt.054) of a partner's bank confirms or contradicts its settlements; import one with the form below."
        columns={[
          { name: 'Statement', cell: ({ id, messageId }) => <a href={`${STATEMENTS}/${id}`}>{messageId}</a> },
          { name: 'Partner', cell: ({ partnerName }) => partnerName },
          { name: 'Imported', orders: BY_TIME, cell: ({ importedAt }) => <Moment at={importedAt} /> },
          { name: 'Entries', isExtra: true, isNumber: true, cell: ({ total }) => total },
          { name: 'Contradicted', isNumber: true, cell: ({ contradicted }) => contradicted },
          { name: 'Unmatched', isNumber: true, cell: ({ unmatched }) => unmatched },
        ]}
      />
      <ListFoot path={STATEMENTS} query={query} next={page.nextCursor} isEmpty={page.items.length === 0} />
      <ImportForm {...parts} />
    </>
  );
}

export interface StatementPage {
  statement: StatementRow;
  entries: Page<JudgedEntry>;
  verdict: StatementVerdict | undefined;
  query: string;
}

function balanceRow({ type, amount, currency, on }: StatementRow['balances'][number]): [string, VNode] {
  const name = BALANCES[type] ?? `Balance ${type}`;
  return [on === null ? name : `${name}, ${on}`, <Money amount={amount} currency={currency} />];
}

/** The part that updates while entries are compared. */
export function StatementEntries({ statement, entries, query }: StatementPage): VNode {
  const { id, total, confirmed, contradicted, notBooked, unmatched, open } = statement;
  return (
    <>
      {open > 0 && (
        <Notice tone="wait">
          <p>
            {open} of {total} entries have not been compared yet.
          </p>
        </Notice>
      )}
      <Facts
        rows={[
          ['Partner', statement.partnerName],
          ['Message', `${statement.message}, ${statement.messageId}`],
          ['Id', <Id of={id} />],
          ['Imported', <Moment at={statement.importedAt} />],
          ['Confirmed', confirmed],
          ['Contradicted', contradicted],
          ['Not booked yet', notBooked],
          ['Unmatched', unmatched],
          ...statement.balances.map(balanceRow),
        ]}
      />
      <Table
        name="Entries"
        rows={entries.items}
        empty="No entry of this kind."
        columns={[
          { name: 'Line', isNumber: true, cell: ({ line }) => line },
          { name: 'What it says', cell: (entry) => <Verdict of={entry.verdict} /> },
          {
            name: 'Payment',
            cell: ({ instructionId: payment, references, fault }) =>
              fault !== null ? (
                `${references.join(', ') || 'no reference'}: ${fault}`
              ) : payment === null ? (
                references.join(', ') || 'no reference'
              ) : (
                <a href={`/console/operator/payments/${payment}`}>{`…${payment.slice(-10)}`}</a>
              ),
          },
          {
            name: 'Amount',
            isNumber: true,
            cell: ({ amount, currency }) =>
              amount === null || currency === null ? '' : <Money amount={amount} currency={currency} />,
          },
          {
            name: 'Movement',
            isExtra: true,
            cell: ({ direction, isReturn, isReversal }) =>
              [direction ?? '', ...(isReturn ? ['returned'] : []), ...(isReversal ? ['reversed'] : [])].join(', '),
          },
          { name: 'Booked', isExtra: true, cell: ({ bookedOn }) => bookedOn ?? '' },
        ]}
      />
      <ListFoot
        path={`${STATEMENTS}/${id}`}
        query={query}
        next={entries.nextCursor}
        isEmpty={entries.items.length === 0}
      />
    </>
  );
}

export function Statement(page: StatementPage): VNode {
  const { statement, verdict } = page;
  const options = STATEMENT_VERDICTS.map((one) => [one, WORDS[one][1]] as const);
  return (
    <>
      <Filters action={`${STATEMENTS}/${statement.id}`}>
        <Select name="verdict" label="What it says" value={verdict ?? ''} options={[['', 'All'], ...options]} />
      </Filters>
      <Live>
        <StatementEntries {...page} />
      </Live>
    </>
  );
}
