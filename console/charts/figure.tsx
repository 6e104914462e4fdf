import type { ComponentChildren, VNode } from 'preact';

/** What a series of a chart is called, and the number of its colour in the style sheet, from 1. */
export interface Series {
  name: string;
  colour: number | 'good' | 'bad' | 'wait';
}

/** @returns the class that colours a series */
export function colourOf({ colour }: Series): string {
  return `mark-${colour}`;
}

export function Legend({ of: series }: { of: readonly Series[] }): VNode {
  return (
    <ul class="legend">
      {series.map((one) => (
        <li key={one.name} class={colourOf(one)}>
          <span>{one.name}</span>
        </li>
      ))}
    </ul>
  );
}

/** A chart with its title and its most telling figure. */
export function ChartBox(parts: {
  title: string;
  /** The figure that stands for all of it. */
  headline?: ComponentChildren;
  note?: ComponentChildren;
  isWide?: boolean;
  children: ComponentChildren;
}): VNode {
  const { title, headline, note, isWide = false, children } = parts;
  return (
    <figure class={isWide ? 'chart-box wide' : 'chart-box'}>
      <figcaption>
        {title}
        {headline !== undefined && <strong>{headline}</strong>}
        {note !== undefined && <small>{note}</small>}
      </figcaption>
      {children}
    </figure>
  );
}
