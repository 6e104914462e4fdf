import type { VNode } from 'preact';
import type { output } from 'zod';
import {
  LOGGED_DISPOSITIONS,
  type LoggedDisposition,
  type ReportLogPage,
} from '../../domain/payments/reports/log-schema';
import {
  Badge,
  FaultSummary,
  Field,
  Filters,
  ListFoot,
  Moment,
  ReferenceLink,
  Select,
  StatusBadge,
  Table,
  times,
  type Tone,
  fieldsOf,
} from '../parts';
import type { Faults } from '../forms/read-form';

/** The log of a partner's reports. */
export const REPORTS = '/console/partner/reports';

const TONES: Readonly<Record<LoggedDisposition, Tone>> = {
  applied: 'good',
  duplicate: 'plain',
  stale: 'plain',
  waiting: 'wait',
  refused: 'bad',
  conflicting: 'bad',
  unmatched: 'bad',
};

type Report = output<typeof ReportLogPage>['items'][number];

/**
 * Reports of a partner.
 * @param isLog whether the reports are about several payments
 */
export function ReportTable(parts: { of: readonly Report[]; empty: string; isLog?: boolean }): VNode {
  const { of: rows, empty, isLog = false } = parts;
  const payment = {
    name: 'Instruction',
    cell: ({ instructionId: id, unmatched }: Report) =>
      unmatched === null ? (
        <ReferenceLink id={id} reference={null} to={`/console/partner/instructions/${id}`} />
      ) : (
        <span class="whole">{`…${id.slice(-10)}`}</span>
      ),
  };
  return (
    <Table
      name="Reports"
      rows={rows}
      empty={empty}
      columns={[
        { name: 'Arrived', cell: ({ recordedAt }) => <Moment at={new Date(recordedAt)} /> },
        ...(isLog ? [payment] : []),
        { name: 'Kind', isExtra: true, cell: ({ kind }) => kind },
        { name: 'Status', cell: ({ status }) => (status === null ? '' : <StatusBadge status={status} />) },
        { name: 'Disposition', cell: ({ disposition }) => <Badge tone={TONES[disposition]}>{disposition}</Badge> },
        {
          name: 'Message',
          cell: ({ message, reasonCode, unmatched }) =>
            unmatched === null
              ? [reasonCode, message].filter((text) => text !== null).join(': ')
              : `Not one of your instructions; received ${times({ count: unmatched.count })}.`,
        },
        { name: 'Bank reference', isExtra: true, cell: ({ bankReference }) => bankReference ?? '' },
      ]}
    />
  );
}

export function Reports(page: {
  list: output<typeof ReportLogPage> | null;
  entered: Readonly<Record<string, string>>;
  faults: Faults;
  query: string;
}): VNode {
  const { list, entered, faults, query } = page;
  const dispositions = LOGGED_DISPOSITIONS.map((one) => [one, one] as const);
  const field = fieldsOf(entered, faults);
  return (
    <>
      <FaultSummary faults={faults} />
      <Filters action={REPORTS}>
        <Select {...field('disposition')} label="Disposition" options={[['', 'All'], ...dispositions]} />
        <Field {...field('instructionId')} label="Instruction" required={false} />
        <Field {...field('since')} label="Since" type="date" required={false} />
        <Field {...field('until')} label="Before" type="date" required={false} />
      </Filters>
      {list !== null && (
        <>
          <ReportTable
            of={list.items}
            empty="No matching reports. What your system reports about payments appears here, with what came of it."
            isLog
          />
          <ListFoot path={REPORTS} query={query} next={list.nextCursor} isEmpty={list.items.length === 0} />
        </>
      )}
    </>
  );
}
