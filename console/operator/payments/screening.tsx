import type { VNode } from 'preact';
import type { ReadScreening } from '../../../db/compliance/read-screening';
import { areOthersClear } from '../../../domain/compliance/compared';
import { Id, Moment, Table } from '../../parts';

type Compared = ReadScreening['parties'][number];

const PARTIES = {
  beneficiary: 'beneficiary',
  bank: 'bank of the beneficiary',
  debtor: 'debtor',
  text: 'text of the payer',
} as const;

const EVIDENCE_WORDS = {
  country: 'same country',
  date_of_birth: 'same date of birth',
  identifier: 'same identifier',
  other_date_of_birth: 'another date of birth',
} as const;

function roleOf({ party }: Compared): string {
  return party === null ? 'one of the parties' : `the ${PARTIES[party]}`;
}

function likeness(score: number): string {
  return `${Math.round(score * 100)} %`;
}

/** Whom a party resembles, in one sentence. */
function ResemblanceText({ compared }: { compared: Compared }): VNode {
  const { name, countries, entries } = compared;
  const [nearest, ...others] = entries;
  const role = roleOf(compared);
  return (
    <p>
      {role.charAt(0).toUpperCase() + role.slice(1)}, <strong>{name ?? 'erased'}</strong>,{' '}
      {countries.length > 0 && `has a blocked country: ${countries.join(', ')}`}
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

function FoundEntries({ parties }: Pick<ReadScreening, 'parties'>): VNode {
  const isClear = ({ countries, entries }: Compared): boolean => countries.length === 0 && entries.length === 0;
  const rows = parties.flatMap((compared) => compared.entries.map((entry) => ({ ...entry, compared })));
  const others = parties.filter(isClear).map((compared) => `${roleOf(compared)}, ${compared.name ?? 'erased'}`);
  return (
    <>
      {parties
        .filter((compared) => !isClear(compared))
        .map((compared) => (
          <ResemblanceText compared={compared} />
        ))}
      <Table
        name="Resembling entries"
        rows={rows.sort((left, right) => right.score - left.score)}
        columns={[
          { name: 'Name on the list', cell: ({ name }) => name ?? 'erased' },
          { name: 'Party', cell: ({ compared }) => compared.party ?? 'not known' },
          { name: 'Likeness', isNumber: true, cell: ({ score }) => likeness(score) },
          { name: 'Evidence', cell: ({ evidence }) => evidence.map((kind) => EVIDENCE_WORDS[kind]).join(', ') },
          { name: 'Entry', cell: ({ listEntry }) => <Id of={listEntry} /> },
          {
            name: 'List and edition',
            isExtra: true,
            cell: ({ list }) => (list === null ? 'not known' : `${list.title}, ${list.edition}`),
          },
        ]}
      />
      {others.length > 0 && (
        <p>
          {areOthersClear(parties) ? 'Compared and clear' : 'Compared'}: {others.join('; ')}.
        </p>
      )}
    </>
  );
}

interface ScreenedProps {
  screening: ReadScreening;
  isHeld: boolean;
}

/**
 * Result of a payment's screening; a clear one names no party.
 * Source: docs/GAPS.md#P13
 */
export function ScreeningSection({
  screening: { parties, screenedAt, algorithm, decision },
  isHeld,
}: ScreenedProps): VNode {
  return (
    <section aria-labelledby="screening">
      <h2 id="screening">{isHeld ? 'Held for compliance' : 'Screening'}</h2>
      {decision === 'clear' && <p>No party is similar to a list entry.</p>}
      {decision === 'not_screened' && <p>No official list was loaded: no party was compared with one.</p>}
      {(decision === 'review' || decision === 'blocked') && <FoundEntries parties={parties} />}
      <p>
        Compared <Moment at={screenedAt} /> by the algorithm <Id of={algorithm} />.
      </p>
    </section>
  );
}
