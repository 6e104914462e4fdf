import type { Words } from '../english';
import { formatsIn } from '../formats';

const { figure } = formatsIn('de');

export const documents: Words['documents'] = {
  title: 'Dokumente',
  types: {
    commercial_invoice: 'Handelsrechnung',
    proforma_invoice: 'Proformarechnung',
    packing_list: 'Packliste',
    certificate_of_origin: 'Ursprungszeugnis',
    bill_of_lading: 'Konnossement',
  },
  create: 'Neues Dokument',
  look: 'Logo und Farbe',
  type: 'Art',
  anyType: 'Jede Art',
  none: (make, api) => [
    'Kein Dokument vorhanden. Erstellte Rechnungen, Packlisten, Zeugnisse und andere Dokumente erscheinen hier als PDF-Dateien. ',
    make === null ? '' : make('Füllen Sie ein Formular aus'),
    make === null ? '' : ' oder ',
    api('erstellen Sie eines über die API'),
    '.',
  ],
  number: 'Nummer',
  created: 'Erstellt',
  availableUntil: 'Verfügbar bis',
  pages: 'Seiten',
  size: 'Größe',
  kib: (count) => `${figure(count)} KiB`,
  notKnownYet: 'noch nicht bekannt',
  requests: 'API-Anfragen',
  aboutThis: 'zu diesem Dokument',
  download: 'Herunterladen',
  checkCopy: 'Eine Kopie damit vergleichen',
  others: 'Dokumente derselben Sendung',
  othersBegin: 'Das Formular beginnt mit den Beteiligten, Waren und Referenzen dieses Dokuments.',
  another: (type) => `Weiteres Dokument: ${type}`,
  titled: (type, number) => `${type} ${number}`,
  newOne: (type) => `Neues Dokument: ${type}`,
  which: 'Welches Dokument?',
  generate: 'Erstellen',
  preview: 'Vorschau des Dokuments',
  noPreview:
    'Füllen Sie das Formular aus und drücken Sie Vorschau: Das Dokument erscheint dann hier und wird nicht gespeichert.',
  cut: (kept, all) =>
    `Nur die ersten ${figure(kept)} von ${figure(all)} Zeilen wurden übernommen; längere Dokumente erstellen Sie über die API.`,
  noSuchType: 'Diese Art von Dokument gibt es nicht.',
  noSuchDocument: 'Dieses Dokument gibt es nicht.',
};

export const branding: Words['branding'] = {
  title: 'Aussehen der Dokumente',
  formats: { pdf: 'PDF', 'factur-x': 'PDF mit elektronischer Rechnung (Factur-X)' },
  specimen: 'Kopf eines Dokuments in diesem Aussehen',
  change: 'Ändern',
  accent: 'Farbe von Titeln und Linien',
  accentHint: 'Etwa #7a1f2b, dunkel genug für weißes Papier; leer lassen für die Voreinstellung.',
  logo: 'Logo',
  withoutLogo: 'keines',
  anotherLogo: 'Anderes Logo',
  logoHint: (kib) =>
    `PNG oder SVG, höchstens ${figure(kib)} KiB. Es wird neu gezeichnet: Nur das Bild wird gespeichert.`,
  without: 'Kein Logo drucken',
  invoices: 'Handelsrechnungen',
  invoicesHint:
    'Eine elektronische Rechnung braucht auch Umsatzsteuer-IDs, Steuerkategorien und Codes der Einheiten; was einer Rechnung fehlt, wird genannt.',
  save: 'Speichern',
  now: 'So sehen neue Dokumente aus',
  colour: 'Farbe',
  ofService: 'die des Dienstes',
  pixels: (width, height) => `${width} × ${height} Pixel`,
  back: 'Zurück zu den Dokumenten',
  chooseImage: 'Wählen Sie eine PNG- oder SVG-Datei.',
  noLogo: 'Es gibt kein Logo.',
};
