import type { ComponentProps, VNode } from 'preact';
import type { Environment } from '../../domain/auth/tenant';
import { Select } from '../parts';

/** A partner by which a list can be narrowed. */
export interface ListedPartner {
  id: string;
  name: string;
  environment: Environment;
}

/** Partners that a list can be narrowed to at most: all of them, but for an installation with very many. */
export const MAX_PARTNERS = 100;

type Field = Omit<ComponentProps<typeof Select>, 'label' | 'options'>;

/** Narrows a list to one partner. */
export function PartnerField({ partners, ...field }: Field & { partners: readonly ListedPartner[] }): VNode {
  const options = partners.map(({ id, name, environment }) => [id, `${name}, ${environment}`] as const);
  return <Select {...field} label="Partner" options={[['', 'All'], ...options]} />;
}

/** Filter by who works on an item: the reader, or nobody. */
export function AssignedField(field: Field): VNode {
  const options = [
    ['', 'Any'],
    ['mine', 'You'],
    ['unassigned', 'Unassigned'],
  ] as const;
  return <Select {...field} label="Assigned" options={options} />;
}
