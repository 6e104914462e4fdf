import type { FieldFault } from '../../../errors';
import { describeAnswer, textOf, type PartnerAnswer } from '../partner-answers';
import {
  classifyDescribedCancellation,
  classifyDescribedInquiry,
  classifyDescribedRecall,
  classifyDescribedSubmission,
  ruleOf,
  statusAt,
} from './answers';
import { omitUnknown, note, type Read } from './noted';
import { valueAt } from './pointer';
import { readRecordedNotification } from './reading-notice';
import type { RecordedAnswer } from './recorded';
import { describedReport } from './report';
import type { DescribedRule, Description } from './schema';

/** A member of the description with the place that it names, and what an answer has there; null where it has nothing. */
export interface PlaceRead {
  member: string;
  at: string;
  value: string | null;
}

/** How a description reads a recorded answer. */
export interface AnswerReading {
  operation: RecordedAnswer['operation'];
  name: string;
  /** The rule that decided, such as `submit.answers.1`; null where none fits. */
  rule: string | null;
  places: PlaceRead[];
  /** `outcome`, and what else is known by it, such as `status` or `reasonCode`. */
  read: Record<string, string | number>;
  /** What of the description does not fit this answer, by member. */
  notes: FieldFault[];
  /** Why the dry run fails: the notes, where nothing is expected of the answer; else what is read otherwise. */
  faults: FieldFault[];
}

/** What an answer is read with. */
interface Situation {
  recorded: RecordedAnswer;
  instructionId: string;
  now: Date;
}

type Named = readonly (readonly [member: string, pointer: string | undefined])[];

const contentOf = ({ body }: PartnerAnswer): unknown => (body.kind === 'json' ? body.value : undefined);

function statusNotes(description: Description, member: string, pointer: string, content: unknown): FieldFault[] {
  const word = textOf(valueAt(content, pointer));
  if (word === null) return [note(member, 'absent', `${pointer} leads to nothing in this answer.`)];
  if (statusAt(description, content, pointer) !== undefined) return [];
  return [note('statuses', 'untranslated', `has no status of ours for "${word}", which is at ${pointer}.`)];
}

/** Reads a recorded reply to a submission in a dry run, with notes on what it lacks. */
function readSubmission(description: Description, answer: PartnerAnswer, situation: Situation): Read {
  const { instructionId, now, recorded } = situation;
  const { submit } = description;
  const send = { instructionId, isFirst: recorded.repeat !== true, nowMs: now.getTime() };
  const said = classifyDescribedSubmission(description, answer, send);
  const content = contentOf(answer);
  const means = ruleOf(submit.answers, answer)?.means;
  const notes: FieldFault[] = [];
  if (means === 'taken' && textOf(valueAt(content, submit.reference)) === null) {
    notes.push(
      note('submit.reference', 'absent', `${submit.reference} leads to nothing: the answer counts as unknown.`),
    );
  } else if (means === 'taken' && said.kind === 'ambiguous') {
    const at = submit.instructionId ?? '';
    notes.push(
      note('submit.instructionId', 'other_id', `${at} is not ${instructionId}: the answer counts as unknown.`),
    );
  }
  if (said.kind === 'taken' && submit.status !== undefined) {
    notes.push(...statusNotes(description, 'submit.status', submit.status, content));
  }
  if (means === 'refused' && said.kind === 'not_taken') {
    notes.push(note('submit.reason', 'absent', 'leads to no reason: the payment waits, and nothing fails.'));
  }
  const { kind: outcome, ...details } = said;
  const all: Partial<Record<string, unknown>> = details;
  const text = (name: string): string | null => textOf(all[name]);
  const { retryAfterMs } = all;
  return {
    notes,
    read: omitUnknown({
      outcome,
      status: text('status'),
      partnerReference: text('partnerReference'),
      message: text('message') ?? text('refusal'),
      reasonCode: text('reasonCode'),
      fault: text('fault'),
      retryAfterSeconds: typeof retryAfterMs === 'number' ? retryAfterMs / 1_000 : null,
    }),
  };
}

/** Reads a report from a recorded reply to an inquiry; empty if it has none. */
function readReport(description: Description, answer: PartnerAnswer, { instructionId, now }: Situation): Read {
  const { details } = description.inquire;
  const content = contentOf(answer);
  const report = describedReport(description, answer, { instructionId, now });
  if (report === null || report.kind === 'nothing') return { read: {}, notes: [] };
  if (report.kind === 'settlement') {
    const { confirmedAt: timestamp, settlementReference, actualAmount, actualCurrency } = report.body;
    return { read: omitUnknown({ timestamp, settlementReference, actualAmount, actualCurrency }), notes: [] };
  }
  const notes: FieldFault[] = [];
  if (report.isSettlementInvalid === true) {
    notes.push(note('inquire.details.settlement', 'invalid', 'leads to figures that confirm no settlement.'));
  }
  const { timestamp, details: said } = report.body;
  const at = details?.timestamp;
  const given = at === undefined ? null : textOf(valueAt(content, at));
  if (given !== null && timestamp === undefined) {
    notes.push(note('inquire.details.timestamp', 'invalid', `${at} is no moment of RFC 3339 up to now: "${given}".`));
  }
  return { read: omitUnknown({ timestamp, message: said?.message, reasonCode: said?.reasonCode }), notes };
}

/** Reads a recorded reply to an inquiry in a dry run, with notes on what it lacks. */
function readInquiry(description: Description, answer: PartnerAnswer, situation: Situation): Read {
  const { inquire } = description;
  const said = classifyDescribedInquiry(description, answer, situation.instructionId);
  if (said.kind === 'never_received') return { read: { outcome: said.kind }, notes: [] };
  const content = contentOf(answer);
  if (said.kind === 'no_answer') {
    const isOther = ruleOf(inquire.answers, answer) !== null;
    const words = `${inquire.instructionId} is not ${situation.instructionId}: the answer counts as none.`;
    const notes = isOther ? [note('inquire.instructionId', 'other_id', words)] : [];
    return { read: { outcome: said.kind, fault: said.fault }, notes };
  }
  const { kind: outcome, status, partnerReference } = said;
  const report = readReport(description, answer, situation);
  const lacks = `${inquire.reference} leads to nothing in this answer.`;
  return {
    read: { ...omitUnknown({ outcome, status, partnerReference }), ...report.read },
    notes: [
      ...(partnerReference === null ? [note('inquire.reference', 'absent', lacks)] : []),
      ...statusNotes(description, 'inquire.status', inquire.status, content),
      ...report.notes,
    ],
  };
}

/** Reads a recorded reply to a cancellation or recall in a dry run; refused if the description has no such request. */
function readRequestReply(description: Description, answer: PartnerAnswer, request: 'cancel' | 'recall'): Read {
  const { cancel, recall } = description;
  if (request === 'cancel' && cancel !== undefined) {
    const { kind: outcome, ...said } = classifyDescribedCancellation(cancel, answer);
    return { read: { outcome, ...said }, notes: [] };
  }
  if (request === 'recall' && recall !== undefined) {
    const { kind: outcome, ...said } = classifyDescribedRecall(recall, answer);
    return { read: { outcome, ...said }, notes: [] };
  }
  return {
    read: { outcome: 'refused' },
    notes: [note(request, 'absent', `is not described: the bank is never asked.`)],
  };
}

/** Names and pointers of the places that are read in a reply of this meaning. */
function placesOf({ submit, inquire }: Description, operation: string, means: string | undefined): Named {
  if (operation === 'submit' && means === 'taken') {
    return [
      ['submit.reference', submit.reference],
      ['submit.instructionId', submit.instructionId],
      ['submit.status', submit.status],
    ];
  }
  if (operation === 'submit' && means === 'refused') {
    return [
      ['submit.reason.message', submit.reason?.message],
      ['submit.reason.code', submit.reason?.code],
    ];
  }
  if (operation !== 'inquire' || means !== 'known') return [];
  const { details: { settlement, ...details } = {} } = inquire;
  return [
    ['inquire.instructionId', inquire.instructionId],
    ['inquire.reference', inquire.reference],
    ['inquire.status', inquire.status],
    ...(['timestamp', 'message', 'code'] as const).map((name) => [`inquire.details.${name}`, details[name]] as const),
    ...(['reference', 'amount', 'currency'] as const).map(
      (name) => [`inquire.details.settlement.${name}`, settlement?.[name]] as const,
    ),
  ];
}

/** The value at a place as text, an object or list as the first 60 characters of its JSON; null if there is none. */
function valueText(content: unknown, at: string): string | null {
  const value = valueAt(content, at);
  return value === undefined || value === null ? null : (textOf(value) ?? JSON.stringify(value).slice(0, 60));
}

/** Name of the rule that applies to a reply, null if none does, and each place that was read with its value. */
function appliedRule(description: Description, answer: PartnerAnswer, operation: RecordedAnswer['operation']) {
  const rules: readonly DescribedRule<string>[] = operation === 'notify' ? [] : (description[operation]?.answers ?? []);
  const rule = ruleOf(rules, answer);
  const content = contentOf(answer);
  const name = rule === null ? null : `${operation}.answers.${rules.indexOf(rule)}`;
  const conditions = (rule?.when ?? []).map(({ at }, index) => [`${name}.when.${index}`, at] as const);
  const places = [...conditions, ...placesOf(description, operation, rule?.means)].flatMap(([member, at]) =>
    at === undefined ? [] : [{ member, at, value: valueText(content, at) }],
  );
  return { name, places };
}

/** A fault for each expected value that is read otherwise. */
function expectationFaults({ expect }: RecordedAnswer, read: AnswerReading['read'], index: number): FieldFault[] {
  return Object.entries(expect ?? {}).flatMap(([name, expected]) => {
    const found = Object.hasOwn(read, name) ? read[name] : undefined;
    const member = `answers.${index}.expect.${name}`;
    return found === expected ? [] : [note(member, 'unexpected', `is read as ${found ?? 'nothing'}, not ${expected}.`)];
  });
}

/** What a request without an answer comes to. */
const LOST = {
  submit: 'ambiguous',
  inquire: 'no_answer',
  cancel: 'no_answer',
  recall: 'no_answer',
  notify: 'no_answer',
} as const;

/** Reads a recorded reply by its operation; without a reply, the result is that of a lost call. */
function readReply(description: Description, answer: PartnerAnswer | null, situation: Situation): Read {
  const { operation } = situation.recorded;
  if (answer === null) return { read: { outcome: LOST[operation], fault: 'NO_ANSWER_IN_TIME' }, notes: [] };
  if (operation === 'submit') return readSubmission(description, answer, situation);
  if (operation === 'inquire') return readInquiry(description, answer, situation);
  if (operation === 'notify') return readRecordedNotification(description, answer, situation.now);
  return readRequestReply(description, answer, operation);
}

/**
 * Reads a recorded reply as the adapter would, with the applied rule and faults of unmet expectations.
 * @param answer null where none came
 * @param at `index` of the answer among those recorded, `now` the moment of the dry run
 * Source: docs/GAPS.md#described
 */
export function readRecorded(
  description: Description,
  answer: PartnerAnswer | null,
  { index, ...situation }: Situation & { index: number },
): AnswerReading {
  const { recorded } = situation;
  const { operation, name } = recorded;
  const { read: found, notes } = readReply(description, answer, situation);
  const rule = answer === null ? { name: null, places: [] } : appliedRule(description, answer, operation);
  const isUnknown =
    answer !== null && rule.name === null && operation !== 'notify' && description[operation] !== undefined;
  const unknown = isUnknown
    ? [
        note(
          `${operation}.answers`,
          'no_rule',
          `no rule fits ${describeAnswer(answer, bodyWords(answer, description))}: it is unknown.`,
        ),
      ]
    : [];
  const all = [...unknown, ...notes];
  const unmet = expectationFaults(recorded, found, index);
  const isAsExpected = recorded.expect !== undefined && unmet.length === 0;
  return {
    operation,
    name,
    rule: rule.name,
    places: rule.places,
    read: found,
    notes: all,
    faults: isAsExpected ? [] : [...unmet, ...all],
  };
}

function bodyWords({ body }: PartnerAnswer, { answerFormat }: Description): string {
  return body.kind === 'not_json' ? `with a body that is not ${answerFormat.toUpperCase()}` : '';
}
