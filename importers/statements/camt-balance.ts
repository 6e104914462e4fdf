import type { StatementBalance } from '../../domain/payments/settlement/statement-entry';

/** Reads one `Bal`; one without type, amount or direction is none. */
export class BalanceReader {
  private readonly path: string[] = [];
  private type: string | null = null;
  private amount: string | null = null;
  private currency: string | null = null;
  private direction: string | null = null;
  private on: string | null = null;

  /** @param account hash of the number of the account; null where the message has none */
  constructor(private readonly account: string | null) {}

  open(local: string, currency: string | null): void {
    this.path.push(local);
    if (local === 'Amt' && this.path.length === 1) this.currency = currency;
  }

  close(local: string, text: string): void {
    this.path.pop();
    const above = this.path.at(-1) ?? 'Bal';
    if ((local === 'Cd' || local === 'Prtry') && above === 'CdOrPrtry') this.type = text;
    else if (local === 'Amt' && above === 'Bal') this.amount = text;
    else if (local === 'CdtDbtInd' && above === 'Bal') this.direction = text;
    else if ((local === 'Dt' || local === 'DtTm') && above === 'Dt') this.on = text.slice(0, 10);
  }

  finish(): StatementBalance | null {
    const { account, type, amount, currency, direction, on } = this;
    if (type === null || amount === null || currency === null || !/^\d{1,18}(\.\d{1,5})?$/.test(amount)) return null;
    if (direction !== 'CRDT' && direction !== 'DBIT') return null;
    const isOverdrawn = direction === 'DBIT' && Number(amount) !== 0;
    return { account, type: type.slice(0, 35), amount: isOverdrawn ? `-${amount}` : amount, currency, on };
  }
}
