/** A rule of the bank that a message does not keep. */
export interface RuleFault {
  /** Path of the element in the message, such as `CdtTrfTxInf/Cdtr/Nm`. */
  element: string;
  /** Member of the instruction, such as `beneficiary.name`. */
  member: string;
  /** Profile and member that has the rule, such as `sepa/characters`. */
  rule: string;
  /** What is wrong, as the end of a sentence. */
  reason: string;
}

/** @returns a sentence for people that names members and rules, and no text of the instruction; null where no rule is broken */
export function brokenRulesText(faults: readonly RuleFault[]): string | null {
  const said = faults.map(({ member, rule, reason }) => `${member} ${reason} (${rule})`);
  return said.length === 0 ? null : [...new Set(said)].join('; ');
}
