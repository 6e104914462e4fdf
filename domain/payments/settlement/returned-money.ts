/** How much came back. */
export interface ReturnedMoney {
  /** Decimal text in the currency's major unit. */
  amount: string;
  currency: string;
}
