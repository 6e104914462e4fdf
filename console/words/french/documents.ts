import type { Words } from '../english';
import { formatsIn } from '../formats';
import { lowered } from '../lowered';

const { figure } = formatsIn('fr');

export const documents: Words['documents'] = {
  title: 'Documents',
  types: {
    commercial_invoice: 'Facture commerciale',
    proforma_invoice: 'Facture pro forma',
    packing_list: 'Liste de colisage',
    certificate_of_origin: 'Certificat d’origine',
    bill_of_lading: 'Connaissement',
  },
  create: 'Nouveau document',
  look: 'Logo et couleur',
  type: 'Type',
  anyType: 'Tous les types',
  none: (make, api) => [
    'Aucun document à afficher. Les factures, listes de colisage, certificats et autres documents générés apparaissent ici en PDF. ',
    make === null ? '' : make('Remplissez un formulaire'),
    make === null ? '' : ', ou ',
    api('générez-en un par l’API'),
    '.',
  ],
  number: 'Numéro',
  created: 'Créé',
  availableUntil: 'Disponible jusqu’au',
  pages: 'Pages',
  size: 'Taille',
  kib: (count) => `${figure(count)} Kio`,
  notKnownYet: 'pas encore connu',
  requests: 'Requêtes d’API',
  aboutThis: 'sur ce document',
  download: 'Télécharger',
  checkCopy: 'Comparer une copie avec lui',
  others: 'Documents de la même expédition',
  othersBegin: 'Le formulaire reprend les parties, les marchandises et les références de ce document.',
  another: (type) => `Autre ${lowered(type)}`,
  titled: (type, number) => `${type} ${number}`,
  newOne: (type) => `Nouveau document : ${lowered(type)}`,
  which: 'Quel document ?',
  generate: 'Générer',
  preview: 'Aperçu du document',
  noPreview: 'Remplissez le formulaire et appuyez sur Aperçu : le document s’affiche ici et n’est pas enregistré.',
  cut: (kept, all) =>
    `Seules les ${figure(kept)} premières lignes sur ${figure(all)} ont été reprises ; créez les documents plus longs par l’API.`,
  noSuchType: 'Ce type de document n’existe pas.',
  noSuchDocument: 'Ce document n’existe pas.',
};

export const branding: Words['branding'] = {
  title: 'Apparence des documents',
  formats: { pdf: 'PDF', 'factur-x': 'PDF avec facture électronique (Factur-X)' },
  specimen: 'En-tête d’un document avec cette apparence',
  change: 'Modifier',
  accent: 'Couleur des titres et des filets',
  accentHint: 'Par exemple #7a1f2b, assez foncée pour être lue sur du blanc ; vide pour la couleur par défaut.',
  logo: 'Logo',
  withoutLogo: 'aucun',
  anotherLogo: 'Autre logo',
  logoHint: (kib) => `PNG ou SVG, ${figure(kib)} Kio au plus. Il est redessiné : seule l’image est conservée.`,
  without: 'N’imprimer aucun logo',
  invoices: 'Factures commerciales',
  invoicesHint:
    'Une facture électronique demande aussi des numéros de TVA, des catégories de taxe et des codes d’unités ; ce qui manque à une facture est indiqué.',
  save: 'Enregistrer',
  now: 'Apparence des nouveaux documents',
  colour: 'Couleur',
  ofService: 'celle du service',
  pixels: (width, height) => `${width} × ${height} pixels`,
  back: 'Retour aux documents',
  chooseImage: 'Choisissez un fichier PNG ou SVG.',
  noLogo: 'Il n’y a pas de logo.',
};
