import type { Words } from '../english';

export const search: Words['search'] = {
  title: 'Suche',
  found: (text) => `Treffer zu „${text}“, die neuesten zuerst.`,
  finds: 'Das Feld oben auf jeder Seite findet:',
  nothing: (text) => `Zu „${text}“ wurde nichts gefunden. Die Suche findet:`,
  ids: 'die ID einer Zahlung, eines Empfängers, Sammelauftrags, Dokuments oder Endpunkts, einer Sendung, Zustellung oder Anfrage',
  references:
    'eine genau eingegebene Referenz: von Zahlungen Ihre eigene, die des Partners oder die der Bank, von Sendungen Ihre eigene',
  amounts: (among) => `einen Betrag wie 1.250,50 unter Ihren neuesten ${among} Zahlungen`,
  payees: (among) => `einen Teil des Namens eines Empfängers, unter Ihren neuesten ${among} Zahlungen`,
};
