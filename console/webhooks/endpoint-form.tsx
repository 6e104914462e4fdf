import type { VNode } from 'preact';
import { SUBSCRIBABLE } from '../../domain/webhooks/events';
import type { EnteredEndpoint } from './endpoint-fields';
import { Checkbox, FaultSummary, FaultText, Field, Form, TextArea } from '../parts';
import type { Fault, Faults } from '../forms/read-form';

export interface EndpointFormPage {
  entered: EnteredEndpoint;
  faults: Faults;
  formToken: string;
  /** Names of the static headers that are set. */
  headerNames?: readonly string[];
  /** Address of the form for the other kind of destination; absent where there is no choice any more. */
  other?: string;
  action: string;
  /** Where one goes who changes nothing. */
  back: string;
}

function Events({ chosen, fault }: { chosen: readonly string[]; fault: Fault | undefined }): VNode {
  return (
    <fieldset aria-describedby={fault === undefined ? undefined : 'events-fault'}>
      <legend>Events</legend>
      {fault !== undefined && (
        <span class="fault" id="events-fault">
          <FaultText of={fault} />
        </span>
      )}
      <div class="scopes">
        {SUBSCRIBABLE.map((event) => (
          <Checkbox key={event} name="event" value={event} label={event} checked={chosen.includes(event)} />
        ))}
      </div>
    </fieldset>
  );
}

type Told = Pick<EndpointFormPage, 'entered' | 'faults' | 'headerNames'>;

/** What is delivered, and with what. */
function Contents({ entered, faults, headerNames = [] }: Told): VNode {
  const common = (name: 'headers' | 'filter' | 'labels') => ({
    ...{ name, value: entered[name], fault: faults[name], required: false },
  });
  return (
    <fieldset>
      <legend>Contents</legend>
      <TextArea
        {...common('filter')}
        label="Filter"
        hint="One line per path into the event's data with its allowed values, such as status: settled, failed."
      />
      <Checkbox name="includeAmount" label="Include amount and currency" checked={entered.includeAmount} />
      <TextArea
        {...common('headers')}
        label="Static headers"
        hint={
          headerNames.length === 0
            ? `Lines such as X-Team: ledger. They are stored sealed and never shown again.${entered.isQueue ? ' At most four; they are attributes of the message.' : ''}`
            : `Set now: ${headerNames.join(', ')}. Lines such as X-Team: ledger replace all of them; leave empty to keep them.`
        }
      />
      {headerNames.length > 0 && (
        <Checkbox name="withoutHeaders" label="Send no static headers" checked={entered.withoutHeaders} />
      )}
      <TextArea {...common('labels')} label="Labels" hint="For your own use: lines such as team: ledger." rows={2} />
    </fieldset>
  );
}

/** When attempts are made. */
function Pace({ entered, faults }: Told): VNode {
  return (
    <fieldset>
      <legend>Pace</legend>
      <Field
        name="rate"
        inputmode="numeric"
        label="Maximum attempts per second"
        hint="1 to 1000; leave empty for no limit."
        value={entered.rate}
        fault={faults['rate']}
        required={false}
      />
      <Checkbox
        name="ordered"
        label="In order: the next event of a payment waits for the previous one"
        checked={entered.ordered}
      />
      <Checkbox
        name="breaker"
        label="While it is unreachable, wait without using up attempts"
        checked={entered.breaker}
      />
    </fieldset>
  );
}

/** An endpoint that answers, or a queue. */
function Place({ entered, faults, isNew }: Told & { isNew: boolean }): VNode {
  if (!entered.isQueue) {
    return (
      <Field
        name="url"
        type="url"
        label="Address"
        hint="https, reachable from the internet; it must answer 200 within five seconds."
        value={entered.url}
        fault={faults['url']}
      />
    );
  }
  const common = (name: 'queueUrl' | 'region' | 'accessKeyId') => ({ name, value: entered[name], fault: faults[name] });
  return (
    <fieldset>
      <legend>Amazon SQS queue</legend>
      <Field
        {...common('queueUrl')}
        type="url"
        label="Queue URL"
        hint="Such as https://sqs.eu-central-1.amazonaws.com/123456789012/corridor-events; a name ending in .fifo is a FIFO queue."
      />
      <Field {...common('region')} label="Region" hint="Such as eu-central-1." autocomplete="off" />
      <Field
        {...common('accessKeyId')}
        label="Access key id"
        hint="Of an IAM user who may sqs:SendMessage to this queue and nothing else."
        autocomplete="off"
      />
      <Field
        name="secretAccessKey"
        type="password"
        label="Secret access key"
        hint={
          isNew
            ? 'Stored sealed and never shown again.'
            : 'One is set and never shown; leave empty to keep it. A new one is typed together with its id.'
        }
        fault={faults['secretAccessKey']}
        required={isNew}
        autocomplete="off"
      />
    </fieldset>
  );
}

export function EndpointForm(page: EndpointFormPage): VNode {
  const { entered, faults, formToken, headerNames, action, back, other } = page;
  const { description, events, isQueue } = entered;
  return (
    <>
      <FaultSummary faults={faults} />
      <Form className="panel" action={action} formToken={formToken}>
        {other !== undefined && (
          <p>
            <a href={other}>
              {isQueue ? 'Deliver to an https address instead' : 'Deliver to an Amazon SQS queue instead'}
            </a>
          </p>
        )}
        <Place {...{ entered, faults }} isNew={headerNames === undefined} />
        <Field
          name="description"
          label="Description"
          value={description}
          required={false}
          fault={faults['description']}
        />
        <Events chosen={events} fault={faults['events']} />
        <Contents {...{ entered, faults }} {...(headerNames === undefined ? {} : { headerNames })} />
        <Pace {...{ entered, faults }} />
        <p class="actions">
          <button>Save the endpoint</button> <a href={back}>Leave it</a>
        </p>
      </Form>
    </>
  );
}
