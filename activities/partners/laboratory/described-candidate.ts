import type { FieldFault } from '../../../domain/errors';
import type { CertifiedSettings } from '../../../domain/payments/dispatch/certificate';
import { isProved, type Notified } from '../../../domain/payments/dispatch/description/notification-proof';
import { readRecorded } from '../../../domain/payments/dispatch/description/reading';
import type { Description } from '../../../domain/payments/dispatch/description/schema';
import { describedAdapter } from '../described/adapter';
import { BankTokens } from '../described/authentication';
import { callPartner, type CallResult, type PartnerRequest } from '../partner-call';
import type { Bent, DescribedSubject, MakeCall } from './bench';
import type { Candidate, Payee } from './certify';
import { MARK } from './http-candidate';

/** What is known of a described bank that is examined. */
interface DescribedTarget {
  partnerId: string | null;
  /** The settings that the report is about. */
  settings: CertifiedSettings;
  /** What is played: its address is the one that is called. */
  description: Description;
  /** @returns the value of a credential; null where it was not set */
  credential(name: string): Promise<string | null>;
  /** Address under which the bank would notify, without a trailing slash. */
  publicUrl: string;
  payee: Payee;
  /** Has notifications judged elsewhere, such as by a running service. */
  notify?: (notified: Notified) => Promise<boolean>;
}

/** Reads the answers of a scenario as the description reads them, so that a fault is named by its member. */
class Readings {
  private readonly notes = new Map<string, FieldFault>();
  private rule: string | null = null;

  constructor(private readonly description: Description) {}

  readAnswer({ about }: PartnerRequest, result: CallResult): void {
    if (about === undefined || about.operation === 'token' || result.kind !== 'answered') return;
    const { operation, instructionId, isRepeat } = about;
    const recorded = { name: operation, operation, ...(isRepeat ? { repeat: true as const } : {}) };
    const situation = { recorded, instructionId, now: new Date(), index: 0 };
    const { notes, rule } = readRecorded(this.description, result.answer, situation);
    for (const note of notes) this.notes.set(`${note.field} ${note.message}`, note);
    this.rule = rule ?? this.rule;
  }

  noted(): FieldFault[] {
    return [...this.notes.values()];
  }

  lastRule(): string | null {
    return this.rule;
  }

  clear(): void {
    this.notes.clear();
    this.rule = null;
  }
}

/** Whether a request goes before the one that a scenario bends: for a token, or for the bank's own reference. */
const isPreparation = (request: PartnerRequest, bent: MakeCall): boolean =>
  bent !== callPartner && (request.about?.operation === 'token' || request.about?.operation === 'inquire');

/** A described bank as a candidate of the laboratory. Source: docs/GAPS.md#P20, docs/GAPS.md#described */
export function describedCandidate(target: DescribedTarget): Candidate {
  const { partnerId, settings, description, publicUrl, payee } = target;
  const credential = (name: string): Promise<string | null> => target.credential(name);
  const { authentication, notifications } = description;
  const readings = new Readings(description);
  const tokens = new BankTokens();
  const subject: DescribedSubject = {
    description,
    credential,
    noted: () => readings.noted(),
    lastRule: () => readings.lastRule(),
    forget: () => readings.clear(),
    async notify(notified) {
      if (target.notify !== undefined) return target.notify(notified);
      if (notifications === undefined) return false;
      const secret = await credential(notifications.proof.credential);
      return secret !== null && isProved(notifications.proof, secret, notified);
    },
  };
  const adapter = ({
    call = callPartner,
    nowMs = Date.now,
    credential: bend,
  }: Bent): ReturnType<typeof describedAdapter> =>
    describedAdapter({
      description,
      publicUrl,
      nowMs,
      tokens: bend === undefined ? tokens : new BankTokens(),
      async credential(name) {
        const value = await credential(name);
        const isProof = authentication.kind !== 'none' && authentication.credential === name;
        return value !== null && bend !== undefined && isProof ? bend(value) : value;
      },
      async call(request) {
        const marked = { ...request, headers: { ...request.headers, ...MARK } };
        // What goes before a request that is bent, such as its token, is made as always.
        const result = await (isPreparation(request, call) ? callPartner : call)(marked);
        readings.readAnswer(request, result);
        return result;
      },
    });
  return {
    partnerId,
    settings,
    url: description.baseUrl,
    adapter,
    sign: null,
    described: subject,
    files: null,
    kinds: ['adapter', 'calls', 'described', 'notices'],
    payee,
  };
}
