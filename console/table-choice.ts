/** How a person has tables shown. */
export interface TableChoice {
  /** Rows of less height. */
  isCompact: boolean;
  /** Names of columns that are left out, by the name of the list. */
  hidden: ReadonlyMap<string, readonly string[]>;
}

/** Lists of which a person chooses columns: the wide ones. */
export const LISTS_WITH_CHOICE = ['payments', 'waiting', 'attention', 'requests', 'deliveries'] as const;
export type ListWithChoice = (typeof LISTS_WITH_CHOICE)[number];

/** Name of a column that can be left out. */
export const COLUMN_NAME = /^[a-z]{1,20}$/;
/** Most columns of a list that can be left out; it bounds the cookie. */
export const MAX_HIDDEN = 10;

const COMPACT = 'compact';

/** @returns a choice as a cookie has it, such as `compact~payments.partner.expected` */
export function writeChoice({ isCompact, hidden }: TableChoice): string {
  const lists = [...hidden].filter(([, columns]) => columns.length > 0).map(([list, columns]) => [list, ...columns]);
  return [...(isCompact ? [[COMPACT]] : []), ...lists].map((parts) => parts.join('.')).join('~');
}

/** @returns the choice of a cookie; whatever is none of its parts is left out */
export function readChoice(written: string | null): TableChoice {
  const parts = (written ?? '').split('~').map((part) => part.split('.'));
  const lists = LISTS_WITH_CHOICE.flatMap((list) =>
    parts
      .filter(([name]) => name === list)
      .map(([, ...columns]) => [list, columns.filter((column) => COLUMN_NAME.test(column))] as const),
  );
  return { isCompact: parts.some(([name]) => name === COMPACT), hidden: new Map(lists) };
}
