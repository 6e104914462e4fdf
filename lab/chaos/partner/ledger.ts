export type PartnerStatus = 'submitted' | 'accepted' | 'processing' | 'settled' | 'failed' | 'cancelled' | 'returned';

/** An instruction that the partner took: its money moves unless it is cancelled in time. */
export interface LedgerEntry {
  /** Number of the client's intent, which travels in the purpose's description. */
  intent: number;
  instructionId: string;
  /** Idempotency key under which it was taken. */
  key: string;
  reference: string;
  status: PartnerStatus;
  /** When the request came with which it was taken, perhaps seconds later: Unix milliseconds. */
  receivedAt: number;
  /** Whether a notification says that its money left. */
  isBooked: boolean;
  /** When the partner was first asked to cancel, or null. */
  cancelAskedAt: number | null;
}

/** A request with which a partner takes an instruction. */
export type Submission = Pick<LedgerEntry, 'intent' | 'instructionId' | 'key' | 'receivedAt'>;

/** What the partner has taken; like a real one it takes each idempotency key once. */
export class Ledger {
  private readonly byKey = new Map<string, LedgerEntry>();
  private readonly rejections = new Map<string, number>();

  /** @param name of the partner, which its references begin with */
  constructor(private readonly name: string) {}

  /** Takes an instruction. @returns the entry, and whether it is new */
  accept(request: Submission): { entry: LedgerEntry; isNew: boolean } {
    const known = this.byKey.get(request.key);
    if (known !== undefined) return { entry: known, isNew: false };
    const entry: LedgerEntry = {
      ...request,
      reference: `${this.name}-${this.byKey.size + 1}`,
      status: 'submitted',
      isBooked: false,
      cancelAskedAt: null,
    };
    this.byKey.set(request.key, entry);
    return { entry, isNew: true };
  }

  reject(instructionId: string): void {
    this.rejections.set(instructionId, Date.now());
  }

  isRejected(instructionId: string): boolean {
    return this.rejections.has(instructionId);
  }

  /** @returns the newest entry of an instruction */
  find(instructionId: string): LedgerEntry | undefined {
    return this.entries()
      .filter((entry) => entry.instructionId === instructionId)
      .at(-1);
  }

  entries(): LedgerEntry[] {
    return [...this.byKey.values()];
  }
}
