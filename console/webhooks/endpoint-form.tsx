import type { VNode } from 'preact';
import { SUBSCRIBABLE } from '../../domain/webhooks/events';
import type { EnteredEndpoint } from './endpoint-fields';
import { Checkbox, FaultSummary, FaultText, Field, Form, TextArea } from '../parts';
import type { Fault, Faults } from '../forms/read-form';
import { useWords } from '../words/use-words';

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

function EventChoices({ chosen, fault }: { chosen: readonly string[]; fault: Fault | undefined }): VNode {
  const words = useWords().webhooks;
  return (
    <fieldset aria-describedby={fault === undefined ? undefined : 'events-fault'}>
      <legend>{words.events}</legend>
      {fault !== undefined && (
        <span class="fault" id="events-fault">
          <FaultText of={fault} />
        </span>
      )}
      <div class="scopes">
        {SUBSCRIBABLE.toSorted().map((event) => (
          <Checkbox key={event} name="event" value={event} label={event} checked={chosen.includes(event)} />
        ))}
      </div>
    </fieldset>
  );
}

type Told = Pick<EndpointFormPage, 'entered' | 'faults' | 'headerNames'>;

/** Fields for what is delivered: headers, filter and labels. */
function ContentFields({ entered, faults, headerNames = [] }: Told): VNode {
  const { form: words, ...webhooks } = useWords().webhooks;
  const newHint = entered.isQueue ? words.queueHeadersHint : words.headersHint;
  const common = (name: 'headers' | 'filter' | 'labels') => ({
    ...{ name, value: entered[name], fault: faults[name], required: false },
  });
  return (
    <fieldset>
      <legend>{words.contents}</legend>
      <TextArea {...common('filter')} label={webhooks.filter} hint={words.filterHint} />
      <Checkbox name="includeAmount" label={words.includeAmount} checked={entered.includeAmount} />
      <TextArea
        {...common('headers')}
        label={webhooks.staticHeaders}
        hint={headerNames.length === 0 ? newHint : words.headersSet({ names: headerNames.join(', ') })}
      />
      {headerNames.length > 0 && (
        <Checkbox name="withoutHeaders" label={words.withoutHeaders} checked={entered.withoutHeaders} />
      )}
      <TextArea {...common('labels')} label={webhooks.labels} hint={words.labelsHint} rows={2} />
    </fieldset>
  );
}

/** Fields for when attempts are made. */
function PaceFields({ entered, faults }: Told): VNode {
  const { form: words, pace } = useWords().webhooks;
  return (
    <fieldset>
      <legend>{pace}</legend>
      <Field
        name="rate"
        inputmode="numeric"
        label={words.rate}
        hint={words.rateHint}
        value={entered.rate}
        fault={faults['rate']}
        required={false}
      />
      <Checkbox name="ordered" label={words.ordered} checked={entered.ordered} />
      <Checkbox name="breaker" label={words.breaker} checked={entered.breaker} />
    </fieldset>
  );
}

/** Fields for the destination: the address of an endpoint, or a queue. */
function DestinationFields({ entered, faults, isNew }: Told & { isNew: boolean }): VNode {
  const { form: words, ...webhooks } = useWords().webhooks;
  if (!entered.isQueue) {
    return (
      <Field
        name="url"
        type="url"
        label={webhooks.address}
        hint={words.addressHint}
        value={entered.url}
        fault={faults['url']}
      />
    );
  }
  const common = (name: 'queueUrl' | 'region' | 'accessKeyId') => ({ name, value: entered[name], fault: faults[name] });
  return (
    <fieldset>
      <legend>{webhooks.queue}</legend>
      <Field {...common('queueUrl')} type="url" label={words.queueUrl} hint={words.queueUrlHint} />
      <Field {...common('region')} label={webhooks.region} hint={words.regionHint} autocomplete="off" />
      <Field {...common('accessKeyId')} label={webhooks.accessKeyId} hint={words.accessKeyIdHint} autocomplete="off" />
      <Field
        name="secretAccessKey"
        type="password"
        label={words.secretAccessKey}
        hint={isNew ? words.newSecretHint : words.secretHint}
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
  const { form: words, ...webhooks } = useWords().webhooks;
  return (
    <>
      <FaultSummary faults={faults} />
      <Form className="panel" action={action} formToken={formToken}>
        {other !== undefined && (
          <p>
            <a href={other}>{isQueue ? words.toAddress : words.toQueue}</a>
          </p>
        )}
        <DestinationFields {...{ entered, faults }} isNew={headerNames === undefined} />
        <Field
          name="description"
          label={webhooks.description}
          value={description}
          required={false}
          fault={faults['description']}
        />
        <EventChoices chosen={events} fault={faults['events']} />
        <ContentFields {...{ entered, faults }} {...(headerNames === undefined ? {} : { headerNames })} />
        <PaceFields {...{ entered, faults }} />
        <p class="actions">
          <button>{words.save}</button> <a href={back}>{webhooks.leaveIt}</a>
        </p>
      </Form>
    </>
  );
}
