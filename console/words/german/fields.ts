import type { Words } from '../english';

export const fields: Words['fields'] = {
  amount: 'Betrag',
  currency: 'Währung',
  status: 'Status',
  reference: 'Referenz',
  fromDate: 'Von',
  toDate: 'Bis',
  order: 'Reihenfolge',
  reason: 'Grund',
  reasonCode: 'Grund',
  answer: 'Antwort',
  comment: 'Kommentar',
  approvals: 'Freigaben',
  email: 'E-Mail',
  name: 'Name',
  password: 'Passwort',
  current: 'Aktuelles Passwort',
  code: 'Code',
  accountName: 'Firma',
  proof: 'Bestätigung',
  language: 'Sprache',
};
