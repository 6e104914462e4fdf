import { ImportRefused } from '../../imports/drafts';

/** What is wrong with a message of a bank, so that nothing of it counts. `file_unreadable`: none of the others. */
export type MessageFault =
  | 'not_utf8'
  | 'broken_xml'
  | 'has_dtd'
  | 'unknown_message'
  | 'no_message_id'
  | 'unknown_status'
  | 'unknown_answer'
  | 'file_unreadable';

/** A message of a bank cannot be used as a whole; nothing was changed. */
export class MessageRefused extends ImportRefused {
  constructor(
    message: string,
    readonly fault: MessageFault,
  ) {
    super(message);
  }
}
