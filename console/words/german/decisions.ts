import type { Words } from '../english';

export const decisions: Words['decisions'] = {
  title: 'Entscheidungen',
  mine: 'Von mir zu entscheiden',
  all: 'Alle',
  what: 'Entscheidung',
  kinds: {
    approval: 'Zahlung freigeben',
    batch_approval: 'Sammelauftrag freigeben',
    payee_check: 'Über den Namen des Empfängers entscheiden',
    information: 'Frage beantworten',
    bank_details: 'Bankverbindung bestätigen',
    endpoint: 'Endpunkt reparieren',
  },
  noneMine:
    'Nichts wartet auf Sie. Freigaben, Fragen zu Zahlungen, geänderte Bankverbindungen und gestörte Endpunkte erscheinen hier.',
  none: 'Nichts wartet auf ein Mitglied des Kontos.',
  cut: (most) => `Von jeder Art werden höchstens ${most} aufgeführt und gezählt, die ältesten zuerst.`,
};
