import type { VNode } from 'preact';
import type { beneficiaryView } from '../../api/beneficiaries/common';
import { Badge, Facts, Form, Hidden, Id, Moment, Notice, Pager, Table } from '../parts';

type Beneficiary = ReturnType<typeof beneficiaryView>;
type Account = Beneficiary['bankAccount'];

const accountText = ({ accountNumber, bankName, country }: Account): string =>
  [accountNumber, bankName, country].filter((part) => part !== undefined && part !== '').join(', ');

/** What a payment to it meets. */
function State({ heldUntil, screening }: Beneficiary): VNode {
  if (screening.class === 'blocked') return <Badge tone="bad">payments are refused</Badge>;
  if (screening.class === 'review') return <Badge tone="wait">payments are reviewed</Badge>;
  return heldUntil === null ? <Badge tone="good">ready</Badge> : <Badge tone="wait">to be confirmed</Badge>;
}

export interface BeneficiaryList {
  beneficiaries: readonly Beneficiary[];
  next: string | null;
  query: string;
  mayChange: boolean;
  at: (path: string) => string;
}

export function Beneficiaries({ beneficiaries, next, query, mayChange, at }: BeneficiaryList): VNode {
  return (
    <>
      {mayChange && (
        <p class="top actions">
          <a class="button" href={at('/beneficiaries/new')}>
            Save a beneficiary
          </a>
        </p>
      )}
      <Table
        name="Beneficiaries"
        rows={beneficiaries}
        empty={
          <>
            No beneficiary yet. Save whom you pay more than once: payments then name it, and changed bank details are
            confirmed by a second person. <a href="/docs/guides/payees">The guide</a> explains it.
          </>
        }
        columns={[
          { name: 'Name', cell: ({ id, name, label }) => <a href={at(`/beneficiaries/${id}`)}>{label ?? name}</a> },
          { name: 'Account', cell: ({ bankAccount }) => accountText(bankAccount) },
          { name: 'State', cell: (beneficiary) => <State {...beneficiary} /> },
          { name: 'Changed', isExtra: true, cell: ({ updatedAt }) => <Moment at={new Date(updatedAt)} /> },
        ]}
      />
      <Pager path={at('/beneficiaries')} query={query} next={next} />
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
  if (heldUntil === null) return null;
  const action = at(`/beneficiaries/${id}/confirm`);
  return (
    <Notice tone="wait">
      <p>
        The bank details were changed. Payments to <strong>{accountText(bankAccount)}</strong> are held until{' '}
        <Moment at={new Date(heldUntil)} />, or until another member confirms the change.
      </p>
      {isOwnChange && (
        <p>You made this change or one before it that was not confirmed, so another member has to confirm it.</p>
      )}
      {mayChange && !isOwnChange && (
        <>
          <p>Ask the payee over a channel that you know, not one from the message that asked for the change.</p>
          <Form action={action} formToken={formToken}>
            <Hidden name="version" value={String(version)} />
            <button>Confirm the bank details</button>
          </Form>
        </>
      )}
    </Notice>
  );
}

export function BeneficiaryDetails(page: BeneficiaryPage): VNode {
  const { beneficiary, earlierHeldUntil, mayChange, at } = page;
  const { id, name, label, country, bankAccount, version, confirmedAt, screening, createdAt, updatedAt } = beneficiary;
  return (
    <>
      <Held {...page} />
      {earlierHeldUntil !== null && (
        <Notice tone="wait">
          <p>
            Payments to earlier bank details that were not confirmed are held until <Moment at={earlierHeldUntil} /> at
            the latest, and are then sent to those. They cannot be confirmed any more: cancel the payments that should
            not go.
          </p>
        </Notice>
      )}
      <Facts
        rows={[
          ['Name', name],
          ['Label', label ?? <span class="none">none</span>],
          ['Country', country],
          ['Account', accountText(bankAccount)],
          ['BIC', <Id key="bic" of={bankAccount.swiftBic ?? null} />],
          ['State', <State key="state" {...beneficiary} />],
          ['Version of the bank details', String(version)],
          ['Confirmed', <Moment key="confirmed" at={confirmedAt === null ? null : new Date(confirmedAt)} />],
          ['Screened', <Moment key="screened" at={new Date(screening.screenedAt)} />],
          ['Saved', <Moment key="saved" at={new Date(createdAt)} />],
          ['Changed', <Moment key="changed" at={new Date(updatedAt)} />],
          ['Id', <Id key="id" of={id} />],
        ]}
      />
      {mayChange && (
        <p class="actions">
          <a class="button" href={at(`/payments/new?beneficiary=${id}`)}>
            Pay
          </a>{' '}
          <a href={at(`/beneficiaries/${id}/edit`)}>Change it</a>{' '}
          <a href={at(`/beneficiaries/${id}/delete`)}>Delete it</a>
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
  const here = at(`/beneficiaries/${beneficiary.id}`);
  return (
    <div class="narrow">
      <p>
        <strong>{beneficiary.label ?? beneficiary.name}</strong> is removed. Payments that were made from it go on as
        they are.
      </p>
      <Form action={`${here}/delete`} formToken={formToken}>
        <button class="danger">Delete the beneficiary</button> <a href={here}>Keep it</a>
      </Form>
    </div>
  );
}
