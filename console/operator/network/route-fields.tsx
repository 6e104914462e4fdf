import type { VNode } from 'preact';
import { TIMELINES } from '../../../domain/payments/instruction/status';
import { Checkbox, FaultText, Field, type FieldParts } from '../../parts';
import type { Faults } from '../../forms/read-form';

/** What was typed into the form of a route, by field; `timelines` are boxes. */
export interface EnteredRoute {
  fields: Readonly<Record<string, string>>;
  timelines: readonly string[];
}

interface RouteFieldsParts {
  entered: EnteredRoute;
  faults: Faults;
}

function TimelineChoices({ entered: { timelines }, faults }: RouteFieldsParts): VNode {
  const fault = faults['timelines'];
  return (
    <fieldset aria-describedby={fault === undefined ? undefined : 'timelines-fault'}>
      <legend>Timelines</legend>
      {fault !== undefined && (
        <span class="fault" id="timelines-fault">
          <FaultText of={fault} />
        </span>
      )}
      {TIMELINES.map((timeline) => (
        <Checkbox
          key={timeline}
          name="timeline"
          value={timeline}
          label={timeline}
          checked={timelines.includes(timeline)}
        />
      ))}
    </fieldset>
  );
}

/** Fields that creating and changing a route have in common. */
export function RouteFields({ entered, faults }: RouteFieldsParts): VNode {
  const field = (name: string, parts: Omit<FieldParts, 'name'>): VNode => (
    <Field name={name} value={entered.fields[name] ?? ''} fault={faults[name]} {...parts} />
  );
  const amount = (name: string, label: string): VNode => field(name, { label, inputmode: 'decimal', required: false });
  return (
    <>
      {field('currencies', { label: 'Currencies', hint: 'Such as USD, EUR; * for all.' })}
      {field('countries', { label: 'Countries', hint: 'Such as US, DE; leave empty for all.', required: false })}
      <TimelineChoices entered={entered} faults={faults} />
      <div class="row">
        {amount('feeFixed', 'Fixed fee')}
        {amount('feeBps', 'Fee in basis points')}
        {field('priority', { label: 'Priority', hint: '1 goes first.', inputmode: 'numeric', required: false })}
      </div>
    </>
  );
}

/** Fields shown only when a route is changed; a new one starts with defaults for them. */
export function MoreRouteFields({ entered, faults }: RouteFieldsParts): VNode {
  const field = (name: string, parts: Omit<FieldParts, 'name'>): VNode => (
    <Field name={name} value={entered.fields[name] ?? ''} fault={faults[name]} {...parts} />
  );
  const bound = (name: string, label: string): VNode =>
    field(name, { label, hint: 'None when empty.', inputmode: 'decimal', required: false });
  return (
    <>
      <div class="row">
        {bound('feeMin', 'Least fee')}
        {bound('feeMax', 'Highest fee')}
      </div>
      <div class="row">
        {bound('minAmount', 'Least amount')}
        {bound('maxAmount', 'Highest amount')}
      </div>
      <div class="row">
        {field('cutOff', { label: 'Cut-off', hint: 'Such as 17:00.' })}
        {field('cutOffZone', { label: 'Time zone', hint: 'Such as Europe/Berlin.' })}
      </div>
      {field('calendars', {
        label: 'Calendars',
        hint: 'Closed days in addition to those of currency and country, such as DE, TARGET.',
        required: false,
      })}
      {field('openDaysForN', { label: 'Open days of t_plus_n', inputmode: 'numeric' })}
      <p class="field">
        <Checkbox
          name="alwaysOpen"
          label="Instant payments settle around the clock"
          checked={entered.fields['alwaysOpen'] === 'yes'}
        />
      </p>
    </>
  );
}
