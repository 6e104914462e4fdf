import type { VNode } from 'preact';
import type { OtherAccount } from '../../db/payments/instruction/other-account';
import { Notice } from '../parts';
import { useWords } from '../words/use-words';

/**
 * Notice that a payee of this name was paid at another account before.
 * Source: docs/GAPS.md#P16
 */
export function OtherAccountNotice({ of }: { of: OtherAccount }): VNode {
  const { pay, format } = useWords();
  return (
    <Notice tone="wait">
      <p>{pay.otherAccount({ account: of.accountNumber, date: format.date(of.submittedAt.slice(0, 10)) })}</p>
    </Notice>
  );
}
