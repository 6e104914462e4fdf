/** Which end of a list comes first; ids begin with the moment at which their rows were made. */
export const LIST_ORDERS = ['newest', 'oldest'] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

/** One page of a list in the order of its ids. */
export interface ListPage {
  /** Id of the last row already seen. */
  after?: string | undefined;
  /** The newest first where it is absent. */
  order?: ListOrder | undefined;
  limit: number;
}
