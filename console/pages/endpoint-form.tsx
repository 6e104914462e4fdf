import type { VNode } from 'preact';
import { SUBSCRIBABLE } from '../../domain/webhooks/events';
import { Checkbox, FaultSummary, Field, Form } from '../parts';
import type { Faults } from '../read-form';

export interface EnteredEndpoint {
  url: string;
  description: string;
  events: readonly string[];
}

export interface EndpointFormPage {
  entered: EnteredEndpoint;
  faults: Faults;
  formToken: string;
  action: string;
  /** Where one goes who changes nothing. */
  back: string;
}

export function EndpointForm({ entered, faults, formToken, action, back }: EndpointFormPage): VNode {
  const { url, description, events } = entered;
  const fault = faults['events'];
  return (
    <>
      <FaultSummary faults={faults} />
      <Form className="panel" action={action} formToken={formToken}>
        <Field
          name="url"
          type="url"
          label="Address"
          hint="https, reachable from the internet; it answers 200 within five seconds."
          value={url}
          fault={faults['url']}
        />
        <Field
          name="description"
          label="Description"
          value={description}
          required={false}
          fault={faults['description']}
        />
        <fieldset aria-describedby={fault === undefined ? undefined : 'events-fault'}>
          <legend>Events</legend>
          {fault !== undefined && (
            <span class="fault" id="events-fault">
              {fault}
            </span>
          )}
          <div class="scopes">
            {SUBSCRIBABLE.map((event) => (
              <Checkbox key={event} name="event" value={event} label={event} checked={events.includes(event)} />
            ))}
          </div>
        </fieldset>
        <p class="actions">
          <button>Save the endpoint</button> <a href={back}>Leave it</a>
        </p>
      </Form>
    </>
  );
}
