import type { VNode } from 'preact';
import { Badge, Empty, Facts, Field, Notice, StatusBadge, Table, type Tone } from '.';

const ROLES: readonly (readonly [name: string, use: string])[] = [
  ['ground', 'Behind everything'],
  ['surface', 'Cards, tables, forms, the head and the list of places'],
  ['sunken', 'Code, what is hovered over, marks without a colour'],
  ['ink', 'Text'],
  ['soft', 'Names of facts, hints'],
  ['line', 'Lines between things'],
  ['edge', 'Borders of fields: 3 to 1 against the surface'],
  ['accent', 'Links, buttons, where one is'],
  ['good, good-soft', 'Settled, delivered, in order'],
  ['wait, wait-soft', 'Waits, paused, the test side'],
  ['bad, bad-soft', 'Failed, faults of forms, acts that cannot be undone'],
  ['info, info-soft', 'Under way, explanations'],
  ['mark-1 to mark-6', 'Series of charts, always with a name beside them; the sixth for what stands behind'],
];

const STEPS: readonly (readonly [name: string, use: string])[] = [
  ['text-1 to text-5', '13, 15, 17, 20 and 26 px: marks and hints, text, h3, h2, h1 and figures'],
  ['space-1 to space-6', '4, 8, 12, 16, 24 and 40 px: inside controls up to between sections'],
  ['round', '6 px: corners of all boxes'],
];

const TONES: readonly Tone[] = ['good', 'wait', 'bad', 'info', 'plain'];

function Named({ name, rows }: { name: string; rows: readonly (readonly [string, string])[] }): VNode {
  return (
    <Table
      name={name}
      rows={rows}
      columns={[
        { name: 'Custom property', cell: ([property]) => <code>{`--${property}`}</code> },
        { name: 'Used for', cell: ([, use]) => use },
      ]}
    />
  );
}

/** The parts of which pages are made, for developers. */
export function Design(): VNode {
  return (
    <>
      <p>
        One style sheet, <code>console/assets/console.css</code>; light or dark as the system says. Rules below its
        roles name no colour. Pages work without script; colour never stands alone for a meaning.
      </p>
      <section aria-labelledby="roles">
        <h2 id="roles">Colour roles</h2>
        <Named name="Colour roles" rows={ROLES} />
      </section>
      <section aria-labelledby="steps">
        <h2 id="steps">Type and space</h2>
        <Named name="Type and space" rows={STEPS} />
      </section>
      <section aria-labelledby="pieces">
        <h2 id="pieces">Pieces</h2>
        <p>
          {TONES.map((tone) => (
            <>
              <Badge tone={tone}>{tone}</Badge>{' '}
            </>
          ))}
          <StatusBadge status="settled" /> <StatusBadge status="pending" />
        </p>
        {TONES.map((tone) => (
          <Notice key={tone} tone={tone === 'bad' ? 'plain' : tone}>
            <p>{`A notice, ${tone === 'bad' ? 'plain' : tone}.`}</p>
          </Notice>
        ))}
        <Empty>An empty list, with the next step.</Empty>
        <Facts
          rows={[
            ['A fact', 'its value'],
            ['Another', 'and its own'],
          ]}
        />
        <div class="narrow">
          <Field name="sample" label="A field" hint="What to enter." fault="A fault, at its field." value="typed" />
          <p class="actions">
            <button type="button">Main act</button>
            <button type="button" class="quiet">
              Other act
            </button>
            <button type="button" class="danger">
              A destructive action
            </button>
          </p>
        </div>
      </section>
    </>
  );
}
