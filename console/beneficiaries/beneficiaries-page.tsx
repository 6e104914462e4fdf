import type { VNode } from 'preact';
import type { beneficiaryView } from '../../api/beneficiaries/common';
import { BY_TIME, Badge, Facts, Form, Id, Internal, ListFoot, Moment, Notice, Table, timeOrder } from '../parts';
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
        empty={words.none((text) => (
          <a href="/docs/guides/payees">{text}</a>
        ))}
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
  /** Whether the visitor made the present version of the bank details, or one before it that nobody confirmed. */
  isOwnChange: boolean;
  mayChange: boolean;
  formToken: string;
  at: (path: string) => string;
}

function Held({ beneficiary, isOwnChange, mayChange, formToken, at }: BeneficiaryPage): VNode | null {
  const { id, heldUntil, version, bankAccount } = beneficiary;
  const { beneficiaries: words } = useWords();
  if (heldUntil === null) return null;
  const action = at(`/beneficiaries/${id}/confirm`);
  return (
    <Notice tone="wait">
      <p>{words.held(<strong>{accountText(bankAccount)}</strong>, <Moment at={new Date(heldUntil)} />)}</p>
      {isOwnChange && <p>{words.ownChange}</p>}
      {mayChange && !isOwnChange && (
        <>
          <p>{words.askPayee}</p>
          <Form action={action} formToken={formToken}>
            <Internal name="version" value={String(version)} />
            <button>{words.confirm}</button>
          </Form>
        </>
      )}
    </Notice>
  );
}

export function BeneficiaryDetails(page: BeneficiaryPage): VNode {
  const { beneficiary, earlierHeldUntil, mayChange, at } = page;
  const { id, name, label, country, bankAccount, version, confirmedAt, screening, createdAt, updatedAt } = beneficiary;
  const { batches, beneficiaries: words, common, payments, requests } = useWords();
  return (
    <>
      <Held {...page} />
      {earlierHeldUntil !== null && (
        <Notice tone="wait">
          <p>{words.earlierHeld(<Moment at={earlierHeldUntil} />)}</p>
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

export function DeleteBeneficiary({
  beneficiary,
  formToken,
  at,
}: Omit<BeneficiaryPage, 'isOwnChange' | 'earlierHeldUntil' | 'mayChange'>): VNode {
  const { beneficiaries: words } = useWords();
  const here = at(`/beneficiaries/${beneficiary.id}`);
  return (
    <div class="narrow">
      <p>{words.removed(<strong>{beneficiary.label ?? beneficiary.name}</strong>)}</p>
      <Form action={`${here}/delete`} formToken={formToken}>
        <button class="danger">{words.deleteThe}</button> <a href={here}>{words.keep}</a>
      </Form>
    </div>
  );
}
