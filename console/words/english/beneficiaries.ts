import type { CONFIRMATION_WAYS } from '../../../domain/beneficiaries/beneficiary-schema';
import type { ComponentChildren } from 'preact';
import type { Wrap } from '../wrap';

/** Saved payees. */
export const beneficiaries = {
  title: 'Beneficiaries',
  one: 'Beneficiary',
  states: {
    refused: 'payments are refused',
    reviewed: 'payments are reviewed',
    ready: 'ready',
    toConfirm: 'to be confirmed',
  },
  save: 'Save a beneficiary',
  none: (guide: Wrap): ComponentChildren => [
    'No beneficiary yet. Save whom you pay more than once: payments then name it, and changed bank details are confirmed by a second person. ',
    guide('The guide'),
    ' explains it.',
  ],
  account: 'Account',
  changed: 'Changed',
  held: (account: ComponentChildren, until: ComponentChildren): ComponentChildren => [
    'The bank details were changed. Payments to ',
    account,
    ' are held until ',
    until,
    ', or until another member confirms the change.',
  ],
  ownChange: 'You made this change or one before it that was not confirmed, so another member has to confirm it.',
  askPayee: 'Ask the payee over a channel that you know, not one from the message that asked for the change.',
  confirm: 'Confirm the bank details',
  compare: 'Compare old and new',
  compareTitle: 'Old and new bank details',
  detail: 'Detail',
  old: 'Old',
  present: 'New',
  changedBy: (who: string, isKey: boolean, at: ComponentChildren): ComponentChildren =>
    isKey ? ['Changed with the key ', who, ', ', at] : ['Changed by ', who, ', ', at],
  confirmedWith: 'Confirmed with',
  confirmedHint: 'Name of the person at the payee whom you asked. Do not enter an account number.',
  way: 'How you asked',
  ways: {
    telephone: 'by telephone',
    video_call: 'by video call',
    in_person: 'in person',
    message: 'by message',
  } satisfies Record<(typeof CONFIRMATION_WAYS)[number], string>,
  earlierHeld: (until: ComponentChildren): ComponentChildren => [
    'Payments to earlier bank details that were not confirmed are held until ',
    until,
    ' at the latest, and are then sent to those. They cannot be confirmed any more: cancel the payments that should not go.',
  ],
  label: 'Label',
  version: 'Version of the bank details',
  confirmed: 'Confirmed',
  screened: 'Screened',
  saved: 'Saved',
  id: 'Id',
  change: 'Change it',
  delete: 'Delete it',
  removed: (name: ComponentChildren): ComponentChildren => [
    name,
    ' is removed. Payments that were made from it go on as they are.',
  ],
  deleteThe: 'Delete the beneficiary',
  keep: 'Keep it',
  saveThe: 'Save the beneficiary',
  leave: 'Cancel',
  newAdvice: 'The account number is stored sealed and shown by its last four digits from then on.',
  changeAdvice:
    'A field that is left empty stays as it is. Payments to other bank details are held for 72 hours, or until another member confirms them.',
  changeTitle: 'Change a beneficiary',
  deleteTitle: 'Delete a beneficiary',
};
