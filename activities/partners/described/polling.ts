import type { Logger } from 'pino';
import type { DatabaseClock } from '../../../db/database-clock';
import { holdPoll, listPolledPayments, takePoll, type PolledPayment } from '../../../db/payments/dispatch/bank-polls';
import type { Partner } from '../../../db/payments/dispatch/partners';
import { recordSettlement, recordStatusReport } from '../../../db/payments/reports/record-report';
import { recordPayeeCheck } from '../../../db/payments/review/payee-check';
import type { Database } from '../../../db/database';
import type { Wake } from '../../../db/wake';
import { openSettings } from '../../../domain/payments/dispatch/adapters';
import { classifyDescribedInquiry } from '../../../domain/payments/dispatch/description/answers';
import { describedReport } from '../../../domain/payments/dispatch/description/report';
import type { PartnerAnswer } from '../../../domain/payments/dispatch/partner-answers';
import { atATime } from '../../../lib/at-a-time';
import { faultCode } from '../../../lib/fault-code';
import type { Vault } from '../../../lib/vault';
import { recordVerdict, reportContext } from '../record-reports';
import type { PartnerRegistry } from '../registry';
import type { PartnerVisitor } from '../rounds';
import type { DescribedBank } from './adapter';

export interface PollingContext {
  database: Database;
  vault: Vault;
  log: Logger;
  /** Tells the relays of what was written for them. */
  wake: Wake;
  partners: Pick<PartnerRegistry, 'describedBankOf'>;
  /** Reports are judged by the clock of Postgres. */
  clock: Pick<DatabaseClock, 'nowMs'>;
}

/** Payments that are looked up together. */
const PAGE = 200;
/** Questions that one bank is asked at the same time; it has eight connections for them in all. */
const AT_ONCE = 4;
/** How often a pass that goes on takes its turn anew: a question that begins just before is over while it is held. */
const HOLD_AGAIN_MS = 5_000;

/** The turn that a pass has taken of a bank. */
interface Turn {
  bank: DescribedBank;
  partnerId: string;
  heldAtMs: number;
}

/**
 * Asks described banks what became of the payments that they have, as often as each description says. Each answer is a report like
 * that of any partner; several processes share the work, since one at a time takes the turn of a bank.
 * Source: docs/GAPS.md#described, docs/GAPS.md#P3
 */
export class BankPolling implements PartnerVisitor {
  readonly adapter = 'described';
  private isClosed = false;

  constructor(private readonly context: PollingContext) {}

  /** Ends each pass after the questions that are under way. */
  close(): void {
    this.isClosed = true;
  }

  async visit(partner: Partner): Promise<void> {
    const { database } = this.context;
    const settings = openSettings('described', partner.config);
    if (settings.kind === 'faulty') return;
    const { polling } = settings.config.description;
    if (polling === undefined || !(await takePoll(database, partner.id, polling.seconds))) return;
    const heldAtMs = this.context.clock.nowMs();
    const bank = await this.context.partners.describedBankOf(partner.id);
    const turn: Turn = { bank, partnerId: partner.id, heldAtMs };
    let afterId = '';
    for (;;) {
      const page = await listPolledPayments(database, { partnerId: partner.id, afterId, limit: PAGE });
      await atATime(AT_ONCE, page, async (payment) => {
        if (!this.isClosed) await this.lookAt(turn, payment);
      });
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE || this.isClosed) return;
      afterId = last.id;
    }
  }

  /** Keeps the turn of a pass that may outlast it: otherwise further workers would ask the same at the same time. */
  private async hold(turn: Turn): Promise<void> {
    const nowMs = this.context.clock.nowMs();
    if (nowMs - turn.heldAtMs < HOLD_AGAIN_MS) return;
    turn.heldAtMs = nowMs;
    await holdPoll(this.context.database, turn.partnerId);
  }

  /** Asks for one payment and records the answer; a fault is logged and does not stop the others. */
  private async lookAt(turn: Turn, payment: PolledPayment): Promise<void> {
    const { partnerId } = turn;
    try {
      await this.hold(turn);
      await this.ask(turn.bank, partnerId, payment);
    } catch (fault) {
      const reason = faultCode(fault);
      const about = { partnerId, instructionId: payment.id, reason };
      this.context.log.warn(about, 'the report of a bank could not be recorded');
    }
  }

  /** Asks for a payment and records its status and payee check; without an answer, the next turn asks again. */
  private async ask(bank: DescribedBank, partnerId: string, payment: PolledPayment): Promise<void> {
    const { database, vault, wake } = this.context;
    const { id: instructionId } = payment;
    const result = await bank.ask(instructionId);
    if (result.kind !== 'answered') return;
    await this.take(bank, partnerId, { payment, answer: result.answer });
    // After the status: where it ends the payment, no decision is asked for.
    const known = classifyDescribedInquiry(bank.description, result.answer, instructionId);
    if (known.kind !== 'known' || known.payeeCheck === undefined) return;
    const about = { instructionId, partnerId, source: 'inquiry' as const };
    await recordPayeeCheck(database, vault, about, known.payeeCheck);
    wake();
  }

  /** Takes the status in an answer as a report. */
  private async take(
    bank: DescribedBank,
    partnerId: string,
    { payment: { id: instructionId, status }, answer }: { payment: PolledPayment; answer: PartnerAnswer },
  ): Promise<void> {
    const { database, vault, log, wake, clock } = this.context;
    const receivedAt = new Date(clock.nowMs());
    const report = describedReport(bank.description, answer, { instructionId, now: receivedAt });
    if (report === null) return;
    if (report.kind === 'nothing') {
      if (report.word !== null)
        log.warn({ partnerId, instructionId }, 'a bank gave a status that its description lacks');
      return;
    }
    if (report.kind === 'status' && report.isSettlementInvalid === true)
      log.warn({ partnerId, instructionId }, 'a bank gave figures of a settlement that cannot be read');
    if (report.kind === 'status' && report.body.status === status) return;
    const { body } = answer;
    const evidence = Buffer.from(JSON.stringify(body.kind === 'json' ? body.value : null));
    const context = reportContext({ vault, partnerId, evidence, receivedAt }, instructionId);
    try {
      await recordVerdict(() =>
        report.kind === 'status'
          ? recordStatusReport(database, context, report.body)
          : recordSettlement(database, context, report.body),
      );
    } finally {
      wake();
    }
  }
}
