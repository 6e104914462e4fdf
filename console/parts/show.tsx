import type { ComponentChildren, VNode } from 'preact';
import { WORDS, useWords, wordFor } from '../words/use-words';
import { Icon, type IconName } from './icon';

/**
 * A time in UTC, to the minute.
 * @param parts `precise`: to the millisecond, where the order of events matters; `isAbsolute`: the script does not
 * replace it with a relative time, because the page has that beside it
 */
export function Moment(parts: { at: Date | null; precise?: boolean; isAbsolute?: boolean }): VNode {
  const { at, precise = false, isAbsolute = false } = parts;
  const { common, format } = useWords();
  if (at === null) return <span class="none">{common.never}</span>;
  return (
    <time class={isAbsolute ? 'absolute' : undefined} dateTime={at.toISOString()}>
      {format.moment(at, precise)}
    </time>
  );
}

/** A period; one time if both ends are in the same minute. */
export function Period({ from, to }: { from: Date; to: Date }): VNode {
  const { common } = useWords();
  const toTheMinute = (at: Date): string => at.toISOString().slice(0, 16);
  if (toTheMinute(from) === toTheMinute(to)) return <Moment at={to} />;
  return (
    <>
      <Moment at={from} />
      {common.to}
      <Moment at={to} />
    </>
  );
}

/** For pages that are in English for every reader; others have the `format` of their words. */
export const { figure, moneyText } = WORDS.en.format;
export const { times } = WORDS.en.common;

/** Text that is in English on every page, such as that of the API's faults; marked as such for a reader of another language. */
export function English({ children }: { children: ComponentChildren }): VNode {
  const { language } = useWords();
  return language === 'en' ? <>{children}</> : <span lang="en">{children}</span>;
}

/** What a list names by its client's reference; by the end of its id, which stays in one line, where it has none. */
export function ReferenceLink(parts: { id: string; reference: string | null; to: string }): VNode {
  const { id, reference, to } = parts;
  return <a href={to}>{reference ?? <span class="whole">{`…${id.slice(-10)}`}</span>}</a>;
}

/**
 * An amount with its currency, digits grouped and none rounded away.
 * @param amount in major units; decimal text where it comes from the database
 */
export function Money({ amount, currency }: { amount: number | string; currency: string }): VNode {
  return <span class="money">{useWords().format.moneyText(amount, currency)}</span>;
}

/** What a mark stands for; each has a colour role of the style sheet, and words beside it. */
export type Tone = 'good' | 'wait' | 'bad' | 'info' | 'plain';

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ComponentChildren }): VNode {
  return <span class={`badge ${tone}`}>{children}</span>;
}

const STATUS_TONES: Record<string, Tone> = {
  pending: 'wait',
  submitted: 'info',
  accepted: 'info',
  processing: 'info',
  settled: 'good',
  failed: 'bad',
  cancelled: 'plain',
  returned: 'bad',
  in_transit: 'info',
  customs: 'wait',
  delivering: 'info',
  delivered: 'good',
  paused: 'wait',
  generating: 'info',
  generated: 'good',
  active: 'good',
  matched: 'good',
  unverified: 'wait',
  mismatched: 'bad',
  requested: 'wait',
  refused: 'bad',
  failing: 'bad',
  unreachable: 'bad',
  disabled: 'bad',
  open: 'bad',
  probing: 'wait',
  closed: 'good',
};

/** A status in its colour and in the reader's language; the tooltip is the API's own word. */
export function StatusBadge({ status }: { status: string }): VNode {
  const text = wordFor(useWords().common.statuses, status) ?? status;
  return (
    <span class={`badge ${STATUS_TONES[status] ?? 'plain'}`} title={text === status ? undefined : status}>
      {text}
    </span>
  );
}

/** An id or a reference, to be copied whole. */
export function Id({ of: text }: { of: string | null }): VNode {
  const { common } = useWords();
  return text === null ? <span class="none">{common.none}</span> : <code>{text}</code>;
}

/** A list of names and values; null values are left out. */
export function Facts({ rows }: { rows: readonly [name: string, value: ComponentChildren][] }): VNode {
  return (
    <dl class="facts">
      {rows.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

const TONE_ICONS: Record<Tone, IconName> = {
  good: 'check-circle',
  wait: 'clock',
  bad: 'exclamation-triangle',
  info: 'information-circle',
  plain: 'information-circle',
};

/** A notice; tones `bad` and `wait` are announced when they appear after a form. */
export function Notice(parts: { tone?: Tone; id?: string; children: ComponentChildren }): VNode {
  const { tone = 'info', id, children } = parts;
  return (
    <div id={id} class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={TONE_ICONS[tone]} />
      {children}
    </div>
  );
}
