import type { VNode } from 'preact';
import type { operatorPaymentView } from '../../api/operator/payment-views';
import type { ReadScreening } from '../../db/compliance/read-screening';
import { areOthersClear } from '../../domain/compliance/compared';
import type { ReleaseProposal } from '../../domain/payments/compliance-hold';
import { Ask, Questions } from './information';
import { Form, Id, Moment, Notice, Reason, Table } from '../parts';
import type { Faults } from '../read-form';

/** A payment that is held for a compliance review. Source: docs/GAPS.md#P13 */
export interface Review {
  screening: ReadScreening | null;
  /** Whether two operators have to agree to a release. */
  needsSecond: boolean;
  /** The first one's word; null before it, and where one is enough. */
  proposal: ReleaseProposal | null;
  /** Whether the proposal is the visitor's own, who cannot agree to it as well. */
  isOwn: boolean;
}

interface HoldProps {
  payment: Pick<ReturnType<typeof operatorPaymentView>, 'instructionId' | 'informationRequests'>;
  review: Review;
  entered: { reason: string; question: string };
  faults: Faults;
  formToken: string;
  reasonHint: string;
}

type Compared = ReadScreening['parties'][number];

const PARTIES = { beneficiary: 'beneficiary', bank: 'bank of the beneficiary', debtor: 'debtor' } as const;

function roleOf({ party }: Compared): string {
  return party === null ? 'one of the parties' : `the ${PARTIES[party]}`;
}

function likeness(score: number): string {
  return `${Math.round(score * 100)} %`;
}

/** Who resembles what, in one sentence. */
function Resembling({ compared }: { compared: Compared }): VNode {
  const { name, countries, entries } = compared;
  const [nearest, ...others] = entries;
  const role = roleOf(compared);
  return (
    <p>
      {role.charAt(0).toUpperCase() + role.slice(1)}, <strong>{name ?? 'erased'}</strong>,{' '}
      {countries.length > 0 && `has a country that nothing is paid to: ${countries.join(', ')}`}
      {countries.length > 0 && nearest !== undefined && '; it '}
      {nearest !== undefined && (
        <>
          resembles <strong>{nearest.name ?? nearest.listEntry}</strong> by {likeness(nearest.score)}
          {others.length > 0 && `, and ${others.length} more`}
        </>
      )}
      .
    </p>
  );
}

function Found({ screening: { parties, screenedAt } }: { screening: ReadScreening }): VNode {
  const isClear = ({ countries, entries }: Compared): boolean => countries.length === 0 && entries.length === 0;
  const rows = parties.flatMap((compared) => compared.entries.map((entry) => ({ ...entry, compared })));
  const others = parties.filter(isClear).map((compared) => `${roleOf(compared)}, ${compared.name ?? 'erased'}`);
  return (
    <>
      {parties
        .filter((compared) => !isClear(compared))
        .map((compared) => (
          <Resembling compared={compared} />
        ))}
      <Table
        name="Resembling entries"
        rows={rows.sort((left, right) => right.score - left.score)}
        columns={[
          { name: 'Name on the list', cell: ({ name }) => name ?? 'erased' },
          { name: 'Party', cell: ({ compared }) => compared.party ?? 'not known' },
          { name: 'Likeness', isNumber: true, cell: ({ score }) => likeness(score) },
          { name: 'Entry', cell: ({ listEntry }) => <Id of={listEntry} /> },
          {
            name: 'List and edition',
            isExtra: true,
            cell: ({ list }) => (list === null ? 'not known' : `${list.title}, ${list.edition}`),
          },
        ]}
      />
      <p>
        {others.length > 0 && `${areOthersClear(parties) ? 'Compared and clear' : 'Compared'}: ${others.join('; ')}. `}
        Compared <Moment at={screenedAt} />.
      </p>
    </>
  );
}

function Proposal({ proposal, isOwn }: { proposal: ReleaseProposal; isOwn: boolean }): VNode {
  return (
    <Notice tone="wait">
      <p>
        {isOwn ? 'You have' : <Id of={proposal.by} />}
        {isOwn ? '' : ' has'} proposed to release it, <Moment at={new Date(proposal.at)} />: {proposal.reason}
      </p>
      {isOwn && <p>Another operator has to agree before it is sent.</p>}
    </Notice>
  );
}

function releaseLabel({ needsSecond, proposal }: Review): string {
  if (!needsSecond) return 'Release and send it';
  return proposal === null ? 'Propose to release it' : 'Agree, release and send it';
}

/** What was found and answered, and the forms that end the hold or ask for more. */
export function Hold({ payment, review, entered, faults, formToken, reasonHint }: HoldProps): VNode {
  const { screening, needsSecond, proposal, isOwn } = review;
  const here = `/console/operator/payments/${payment.instructionId}`;
  return (
    <>
      {screening !== null && (
        <section aria-labelledby="hold">
          <h2 id="hold">Held for compliance</h2>
          <Found screening={screening} />
        </section>
      )}
      <Questions requests={payment.informationRequests} />
      <section aria-labelledby="decide">
        <h2 id="decide">Decide</h2>
        {proposal !== null && <Proposal proposal={proposal} isOwn={isOwn} />}
        <Form action={`${here}/screening`} formToken={formToken}>
          <Reason id="hold-reason" hint={reasonHint} value={entered.reason} fault={faults['reason']} />
          <p class="actions">
            {!(needsSecond && isOwn) && (
              <button name="decision" value="release">
                {releaseLabel(review)}
              </button>
            )}
            <button name="decision" value="reject" class="danger">
              Reject: the payment fails
            </button>
          </p>
        </Form>
      </section>
      <section aria-labelledby="ask">
        <h2 id="ask">Ask the client</h2>
        <Ask payment={here} entered={entered.question} faults={faults} formToken={formToken} />
      </section>
    </>
  );
}
