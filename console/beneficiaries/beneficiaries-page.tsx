import type { VNode } from 'preact';
import type { beneficiaryView } from '../../api/beneficiaries/common';
import type { OpenChange } from '../../db/beneficiaries/beneficiary-rows';
import { CONFIRMATION_WAYS, type KeptChange } from '../../domain/beneficiaries/beneficiary-schema';
import { isOtherAccount } from '../../domain/beneficiaries/change';
import { memberOf } from '../../domain/unknown-value';
import type { Faults } from '../forms/read-form';
import { labelAt } from '../forms/schema/words';
import {
  BY_TIME,
  Badge,
  Facts,
  FaultSummary,
  Field,
  fieldsOf,
  Form,
  Id,
  Internal,
  ListFoot,
  Moment,
  Notice,
  Select,
  Table,
  timeOrder,
} from '../parts';
import { useWords } from '../words/use-words';

type Beneficiary = ReturnType<typeof beneficiaryView>;
type Account = Beneficiary['bankAccount'];

const accountText = ({ accountNumber, bankName, country }: Account): string =>
  [accountNumber, bankName, country].filter((part) => part !== undefined && part !== '').join(', ');

/** What a payment to it meets. */
function State({ heldUntil, screening }: Beneficiary): VNode {
  const { states } = useWords().beneficiaries;
  if (screening.class === 'blocked') return <Badge tone="bad">{states.refused}</Badge>;
  if (screening.class === 'review') return <Badge tone="wait">{states.reviewed}</Badge>;
  return heldUntil === null ? <Badge tone="good">{states.ready}</Badge> : <Badge tone="wait">{states.toConfirm}</Badge>;
}

export interface BeneficiaryList {
  beneficiaries: readonly Beneficiary[];
  next: string | null;
  query: string;
  mayChange: boolean;
  at: (path: string) => string;
}

export function Beneficiaries({ beneficiaries, next, query, mayChange, at }: BeneficiaryList): VNode {
  const { beneficiaries: words, common } = useWords();
  return (
    <>
      {mayChange && (
        <p class="top actions">
          <a class="button" href={at('/beneficiaries/new')}>
            {words.save}
          </a>
        </p>
      )}
      <Table
        name={words.title}
        order={timeOrder(at('/beneficiaries'), query)}
        rows={beneficiaries}
        empty={words.none({ guide: (text) => <a href="/docs/guides/payees">{text}</a> })}
        columns={[
          {
            name: common.name,
            cell: ({ id, name, label }) => <a href={at(`/beneficiaries/${id}`)}>{label ?? name}</a>,
          },
          { name: words.account, cell: ({ bankAccount }) => accountText(bankAccount) },
          { name: common.columns.state, cell: (beneficiary) => <State {...beneficiary} /> },
          { name: words.saved, orders: BY_TIME, cell: ({ createdAt }) => <Moment at={new Date(createdAt)} /> },
          { name: words.changed, isExtra: true, cell: ({ updatedAt }) => <Moment at={new Date(updatedAt)} /> },
        ]}
      />
      <ListFoot path={at('/beneficiaries')} query={query} next={next} isEmpty={beneficiaries.length === 0} />
    </>
  );
}

export interface BeneficiaryPage {
  beneficiary: Beneficiary;
  /** The last moment until which payments to earlier versions are held; null where none are. */
  earlierHeldUntil: Date | null;
  /** Whom a member asked about the newest change; null where nobody did. */
  confirmedWith: KeptChange['confirmedWith'];
  /** Whether the visitor made the present version of the bank details, or one before it that nobody confirmed. */
  isOwnChange: boolean;
  /** Whether it is known who made all that is to be confirmed: nobody is independent of an unknown person. */
  isConfirmable: boolean;
  /** Whether the visitor may confirm it. */
  mayConfirm: boolean;
  mayChange: boolean;
  formToken: string;
  at: (path: string) => string;
}

/**
 * Notice that payments to new bank details are held; a member who may confirm them gets a button that compares old and
 * new. Null if none are held.
 */
function HoldNotice({
  beneficiary,
  isOwnChange,
  isConfirmable,
  mayConfirm,
  formToken,
  at,
}: BeneficiaryPage): VNode | null {
  const { id, heldUntil, bankAccount } = beneficiary;
  const { beneficiaries: words } = useWords();
  if (heldUntil === null) return null;
  return (
    <Notice tone="wait">
      <p>
        {words.held({
          account: <strong>{accountText(bankAccount)}</strong>,
          until: <Moment at={new Date(heldUntil)} />,
          isConfirmable,
        })}
      </p>
      {isOwnChange && <p>{words.ownChange}</p>}
      {mayConfirm && (
        <>
          <p>{words.askPayee}</p>
          <Form action={at(`/beneficiaries/${id}/compare`)} formToken={formToken}>
            <button>{words.compare}</button>
          </Form>
        </>
      )}
    </Notice>
  );
}

export function BeneficiaryDetails(page: BeneficiaryPage): VNode {
  const { beneficiary, confirmedWith, earlierHeldUntil, mayChange, at } = page;
  const { id, name, label, country, bankAccount, version, confirmedAt, screening, createdAt, updatedAt } = beneficiary;
  const { batches, beneficiaries: words, common, payments, requests } = useWords();
  return (
    <>
      <HoldNotice {...page} />
      {earlierHeldUntil !== null && (
        <Notice tone="wait">
          <p>{words.earlierHeld({ until: <Moment at={earlierHeldUntil} /> })}</p>
        </Notice>
      )}
      <Facts
        rows={[
          [common.name, name],
          [words.label, label ?? <Id key="label" of={null} />],
          [common.country, country],
          [words.account, accountText(bankAccount)],
          ['BIC', <Id key="bic" of={bankAccount.swiftBic ?? null} />],
          [common.columns.state, <State key="state" {...beneficiary} />],
          [words.version, String(version)],
          [words.confirmed, <Moment key="confirmed" at={confirmedAt === null ? null : new Date(confirmedAt)} />],
          [words.confirmedWith, confirmedWith && `${confirmedWith.person}, ${words.ways[confirmedWith.way]}`],
          [words.screened, <Moment key="screened" at={new Date(screening.screenedAt)} />],
          [words.saved, <Moment key="saved" at={new Date(createdAt)} />],
          [words.changed, <Moment key="changed" at={new Date(updatedAt)} />],
          [words.id, <Id key="id" of={id} />],
          [batches.requests, <a href={at(`/requests?about=${id}`)}>{requests.allAbout}</a>],
        ]}
      />
      {mayChange && (
        <p class="actions">
          <a class="button" href={at(`/payments/new?beneficiary=${id}`)}>
            {payments.pay}
          </a>{' '}
          <a href={at(`/beneficiaries/${id}/edit`)}>{words.change}</a>{' '}
          <a href={at(`/beneficiaries/${id}/delete`)}>{words.delete}</a>
        </p>
      )}
    </>
  );
}

/** Members of bank details in the order in which they are compared. */
const COMPARED = ['accountNumber', 'bankName', 'swiftBic', 'clearing.scheme', 'clearing.code', 'country'];

type BankAccount = KeptChange['replaced'][number]['bankAccount'];

export interface Comparison {
  id: string;
  version: number;
  /** In full. */
  earlier: BankAccount;
  present: BankAccount;
  changes: readonly OpenChange[];
  form: URLSearchParams;
  faults: Faults;
  formToken: string;
  at: (path: string) => string;
}

/**
 * Old and new bank details in full, for a member who verifies them with the payee.
 * Source: docs/GAPS.md#P16
 */
export function ComparedDetails({
  id,
  version,
  earlier,
  present,
  changes,
  form,
  faults,
  formToken,
  at,
}: Comparison): VNode {
  const words = useWords();
  const { beneficiaries } = words;
  const field = fieldsOf(Object.fromEntries(form), faults);
  const valueAt = (details: object, path: string): string => {
    const value = memberOf(details, ...path.split('.'));
    return typeof value === 'string' ? value : '';
  };
  const rows = COMPARED.map((path) => ({ path, before: valueAt(earlier, path), after: valueAt(present, path) }));
  const here = at(`/beneficiaries/${id}`);
  return (
    <>
      <FaultSummary faults={faults} />
      <ul>
        {changes.map(({ by, isKey, at: moment }) => (
          <li key={moment.toISOString()}>
            {beneficiaries.changedBy({ who: by, isKey, at: <Moment at={moment} isAbsolute /> })}
          </li>
        ))}
      </ul>
      <Table
        name={beneficiaries.compareTitle}
        isGrid
        rows={rows.filter(({ before, after }) => before !== '' || after !== '')}
        columns={[
          { name: beneficiaries.detail, cell: ({ path }) => labelAt(words, `bankAccount.${path}`) },
          { name: beneficiaries.old, cell: ({ before }) => before },
          {
            name: beneficiaries.present,
            cell: ({ before, after }) => (before === after ? after : <mark>{after}</mark>),
          },
        ]}
      />
      {!isOtherAccount(earlier, present) && <p>{beneficiaries.takenBack}</p>}
      <p>{beneficiaries.askPayee}</p>
      <Form className="panel" action={`${here}/confirm`} formToken={formToken}>
        <Internal name="version" value={String(version)} />
        <Field
          {...field('confirmedWith.person')}
          label={beneficiaries.confirmedWith}
          hint={beneficiaries.confirmedHint}
          maxlength={140}
        />
        <Select
          {...field('confirmedWith.way')}
          label={beneficiaries.way}
          options={CONFIRMATION_WAYS.map((way) => [way, beneficiaries.ways[way]] as const)}
        />
        <button>{beneficiaries.confirm}</button> <a href={here}>{beneficiaries.leave}</a>
      </Form>
    </>
  );
}

export function DeleteBeneficiary({
  beneficiary,
  formToken,
  at,
}: Omit<
  BeneficiaryPage,
  'isOwnChange' | 'isConfirmable' | 'confirmedWith' | 'earlierHeldUntil' | 'mayConfirm' | 'mayChange'
>): VNode {
  const { beneficiaries: words } = useWords();
  const here = at(`/beneficiaries/${beneficiary.id}`);
  return (
    <div class="narrow">
      <p>{words.removed({ name: <strong>{beneficiary.label ?? beneficiary.name}</strong> })}</p>
      <Form action={`${here}/delete`} formToken={formToken}>
        <button class="danger">{words.deleteThe}</button> <a href={here}>{words.keep}</a>
      </Form>
    </div>
  );
}
