import type { ComponentChildren, VNode } from 'preact';
import { useWords } from '../words/use-words';
import { colourOf, type Series } from './figure';

export interface BarRow extends Series {
  /** What stands for the row; its name where absent. */
  title?: ComponentChildren;
  value: number;
  /** Where its bar begins: after what came before, in a row of steps. */
  from?: number;
  /** The value in words. */
  said: ComponentChildren;
}

const percent = (value: number, of: number): string => `${of === 0 ? 0 : Math.round((value * 1000) / of) / 10}%`;

/** Horizontal bars with names and figures as text, so that nothing is for eyes alone. */
export function BarRows({
  rows,
  most = Math.max(...rows.map(({ value }) => value)),
}: {
  rows: readonly BarRow[];
  /** The value whose bar is as wide as there is room; the largest by default. */
  most?: number;
}): VNode {
  return (
    <ul class="bar-rows">
      {rows.map((row) => (
        <li key={row.name}>
          <span>{row.title ?? row.name}</span>
          <span class="said">{row.said}</span>
          <svg height="8" aria-hidden="true">
            <rect class="track" width="100%" height="8" rx="4" />
            {row.value > 0 && (
              <rect
                class={colourOf(row)}
                x={row.from === undefined ? undefined : percent(row.from, most)}
                width={percent(row.value, most)}
                height="8"
                rx="4"
              />
            )}
          </svg>
        </li>
      ))}
    </ul>
  );
}

/** One bar divided into parts; its figures stand beside it as text. */
export function Segments({
  of: parts,
}: {
  of: readonly { name: string; value: number; colour: Series['colour'] }[];
}): VNode {
  const { format } = useWords();
  const whole = parts.reduce((sum, { value }) => sum + value, 0);
  let before = 0;
  return (
    <svg class="segments" height="20" aria-hidden="true">
      {parts
        .filter(({ value }) => value > 0)
        .map((part) => {
          const x = percent(before, whole);
          before += part.value;
          return (
            <rect key={part.name} class={colourOf(part)} x={x} width={percent(part.value, whole)} height="20">
              <title>{`${part.name}: ${format.figure(part.value)}`}</title>
            </rect>
          );
        })}
    </svg>
  );
}
