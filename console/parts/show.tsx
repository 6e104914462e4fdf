import type { ComponentChildren, VNode } from 'preact';
import { currencyDigits } from '../../domain/money';
import { Icon, type IconName } from './icon';

/**
 * A moment in UTC, to the minute.
 * @param parts `precise`: to the millisecond, where a page shows in which order things happened; `isAbsolute`: the script
 *   does not replace it with a relative time, because the page has that beside it
 */
export function Moment(parts: { at: Date | null; precise?: boolean; isAbsolute?: boolean }): VNode {
  const { at, precise = false, isAbsolute = false } = parts;
  if (at === null) return <span class="none">never</span>;
  const text = at.toISOString();
  const time = precise ? text.slice(11, 23) : text.slice(11, 16);
  return <time class={isAbsolute ? 'absolute' : undefined} dateTime={text}>{`${text.slice(0, 10)} ${time} UTC`}</time>;
}

/** From one moment to another; one alone where both are the same to the minute. */
export function Period({ from, to }: { from: Date; to: Date }): VNode {
  const toTheMinute = (at: Date): string => at.toISOString().slice(0, 16);
  if (toTheMinute(from) === toTheMinute(to)) return <Moment at={to} />;
  return (
    <>
      <Moment at={from} /> to <Moment at={to} />
    </>
  );
}

/** A count with its thousands set apart. */
export function figure(count: number): string {
  return count.toLocaleString('en');
}

/** How often something happened, in words. */
export function times(count: number): string {
  return count === 1 ? 'once' : `${figure(count)} times`;
}

/** A payment in a list by its client's reference; by the end of its id, which stays in one line, where it has none. */
export function PaymentLink(parts: { id: string; reference: string | null; to: string }): VNode {
  const { id, reference, to } = parts;
  return <a href={to}>{reference ?? <span class="whole">{`…${id.slice(-10)}`}</span>}</a>;
}

/** As `Money`, where only text can stand. */
export function moneyText(amount: number | string, currency: string): string {
  const digits = currencyDigits(currency) ?? 2;
  const text = Number(amount).toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${text} ${currency}`;
}

/**
 * An amount with its currency, digits grouped and none rounded away.
 * @param amount in major units; decimal text where it comes from the database
 */
export function Money({ amount, currency }: { amount: number | string; currency: string }): VNode {
  return <span class="money">{moneyText(amount, currency)}</span>;
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

/** A status in its colour, in its own word. */
export function StatusBadge({ status }: { status: string }): VNode {
  return <Badge tone={STATUS_TONES[status] ?? 'plain'}>{status}</Badge>;
}

/** An id or a reference, to be copied whole. */
export function Id({ of: text }: { of: string | null }): VNode {
  return text === null ? <span class="none">none</span> : <code>{text}</code>;
}

/** Facts by name. */
export function Facts({ rows }: { rows: readonly [name: string, value: ComponentChildren][] }): VNode {
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
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

/** A message about what is shown; `bad` and `wait` ones are announced where they appear after a form. */
export function Notice({ tone = 'info', children }: { tone?: Tone; children: ComponentChildren }): VNode {
  return (
    <div class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={TONE_ICONS[tone]} />
      {children}
    </div>
  );
}
