import type { Words } from '../english';
import { formatsIn } from '../formats';

const { figure, plural } = formatsIn('de');

export const overview: Words['overview'] = {
  liveIsClosed:
    'Die Live-Umgebung Ihres Kontos ist geschlossen; der Betreiber dieses Dienstes öffnet sie. Die Testumgebung ist davon getrennt.',
  newKey: (key) =>
    `In Ihrem Namen wurde ein Live-Schlüssel erstellt: ${key}. Waren Sie es nicht, widerrufen Sie ihn und beenden Sie die anderen Anmeldungen.`,
  lookAtKeys: 'Schlüssel ansehen',
  attention: 'Erfordert Aufmerksamkeit',
  nothing: 'Nichts erfordert Aufmerksamkeit.',
  paymentsWithTrouble: 'Zahlungen, die Aufmerksamkeit erfordern',
  since: 'Seit',
  nothingSaid: 'keine Angabe',
  differing: {
    amount: 'Betrag',
    currency: 'Währung',
    fee_sum: 'Summe der Gebühren',
    fee_vs_estimate: 'Gebühren',
    fx_math: 'Betrag nach dem Wechselkurs',
    beneficiary_short: 'erhaltener Betrag',
    beneficiary_over: 'erhaltener Betrag',
    date_late: 'Datum',
    date_early: 'Datum',
    fee_currency: 'Währung der Gebühren',
    fx_unverifiable: 'Wechselkurs',
    decimals: 'Nachkommastellen',
    unreadable: 'unlesbarer Teil',
  },
  insteadOf: (what, actual, expected) => `${what} ${actual} statt ${expected}`,
  endpoint: {
    disabled: 'Ein Webhook-Endpunkt ist deaktiviert:',
    failing: 'Ein Webhook-Endpunkt ist gestört:',
    unreachable: 'Ein Webhook-Endpunkt ist nicht erreichbar:',
    byHand: 'Von Hand deaktiviert.',
    failuresSince: (at) => ['Nur Fehlschläge seit ', at, '.'],
    heldBackSince: (at) => [
      ' Zustellungen werden zurückgehalten seit ',
      at,
      ': Jeweils eine wird versucht, und die anderen folgen, sobald sie gelingt.',
    ],
  },
  today: {
    title: 'Zahlungen heute',
    moreThan: (most) => `mehr als ${figure(most)}`,
    note: 'eingereicht seit Mitternacht UTC, nach aktuellem Status',
    noteOfNewest: 'eingereicht seit Mitternacht UTC, nach aktuellem Status; gezählt sind die neuesten',
  },
  lastDays: (days) => `Die letzten ${days} Tage`,
  timeShown: 'Gezeigter Zeitraum',
  days: (days) => `${days} Tage`,
  uncounted: (days) =>
    `Es gibt so viele Zahlungen, dass ${figure(days)} frühere Tage noch gezählt werden; die Seite zieht nach.`,
  noPayment: (days, make) => [
    `In den letzten ${days} Tagen wurde keine Zahlung eingereicht. `,
    make('Erstellen Sie eine in fünf Minuten'),
    '; dann zeigt diese Stelle, wie viele abgewickelt werden, wie schnell und wohin sie gehen.',
  ],
  payments: (count) => `${figure(count)} ${plural(count, { one: 'Zahlung', other: 'Zahlungen' })}`,
  submitted: 'Eingereichte Zahlungen',
  submittedByCurrency: 'Eingereichte Zahlungen, nach Währung',
  other: 'Andere',
  success: {
    title: 'Erfolgsquote',
    label: 'Anteil der abgewickelten Zahlungen eines Tages an den abgeschlossenen',
    noneEnded: 'keine abgeschlossen',
    settledShare: (share) => `${share} abgewickelt`,
    ends: (settled, failed) => `${figure(settled)} abgewickelt, ${figure(failed)} fehlgeschlagen oder zurückgegeben`,
    settled: 'Abgewickelt',
  },
  times: {
    title: 'Zeit bis zur Abwicklung',
    label: 'Zeit von der Einreichung bis zur Abwicklung: der Median und der Wert, den 95 % einhielten',
    noneSettled: 'keine abgewickelt',
    note: (most) => `Median; 95 % innerhalb von ${most}`,
    within: (half, most) => `Hälfte innerhalb von ${half}, 95 % innerhalb von ${most}`,
  },
  volume: {
    title: 'Volumen nach Währung',
    note: 'ohne Fehlgeschlagenes, Storniertes und Zurückgekommenes',
    of: (currency) => `Volumen in ${currency}`,
    atMost: (volume, most, day) => `${volume}, höchstens ${most} am ${day}`,
    moreBelow: (currencies) => `Alle ${currencies} Währungen stehen in den Zahlen unten.`,
  },
  corridors: {
    title: 'Zahlungen nach Korridor',
    note: (shown) => `die ${shown} mit den meisten Zahlungen`,
    corridor: (currency, country) => `${currency} nach ${country}`,
  },
  figures: {
    name: 'Zahlen',
    day: 'Tag, UTC',
    week: 'Woche, UTC',
    submitted: 'Eingereicht',
    failed: 'Fehlgeschlagen oder zurückgegeben',
  },
};
