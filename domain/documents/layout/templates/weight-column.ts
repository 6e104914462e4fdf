import { sumWeights } from '../../rules/weights';
import type { Weight } from '../../fields';
import type { Labels } from '../labels';
import { decimalsOf, figureText, unitLabel, weightText } from './format';

/** A column of weights: figures of one unit under a head that names it, or each with its own. */
export interface WeightColumn {
  label: string;
  text(weight: Weight): string;
  /** @returns the sum of some of its weights */
  sum(weights: readonly Weight[]): string;
}

/**
 * Makes the column that some weights need, so that their decimals align.
 * @param beside weights of a column that stands beside it and is read together with it
 * @param isMixed whether other figures stand in the column too: then each weight has its own unit
 */
export function weightColumn(
  label: string,
  weights: readonly Weight[],
  labels: Labels,
  { beside = [], isMixed = false }: { beside?: readonly Weight[]; isMixed?: boolean } = {},
): WeightColumn {
  const decimals = decimalsOf([...weights, ...beside].map(({ value }) => value));
  const unit = weights[0]?.unit;
  if (unit === undefined || isMixed || weights.some((weight) => weight.unit !== unit)) {
    const text = (weight: Parameters<typeof weightText>[0]): string => weightText(weight, labels, decimals);
    return { label, text, sum: (some) => text(sumWeights(some)) };
  }
  return {
    label: `${label} (${unitLabel(unit, labels)})`,
    text: ({ value }) => figureText(value, decimals),
    sum: (some) => figureText(sumWeights(some).value, decimals),
  };
}
