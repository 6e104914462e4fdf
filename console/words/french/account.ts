import type { Words } from '../english';

export const audit: Words['audit'] = {
  empty:
    'Pas encore d’entrées. Les connexions et les modifications faites par des personnes ou des clés apparaissent ici, avec leur auteur et leur date.',
  when: 'Quand',
  who: 'Qui',
  act: 'Acte',
  what: 'Quoi',
  detail: 'Détail',
  endsIn: (hint) => ` se termine par …${hint}`,
};

export const dataExport: Words['dataExport'] = {
  intro: (side, line) => [
    `Toutes les données de ce compte dans l’environnement ${side}, en un seul fichier : une ligne de JSON par objet, `,
    line,
    '. La dernière ligne compte chaque type ; sans elle, le fichier est incomplet.',
  ],
  contents: {
    payment: 'chaque paiement avec son acheminement, son historique et son résultat, tel que l’API le montre',
    document: 'les métadonnées de chaque document ; les fichiers se téléchargent un par un',
    shipment: 'chaque expédition',
    webhook: 'chaque point de terminaison ; son secret et les valeurs de ses en-têtes ne sont pas affichés de nouveau',
    event: 'le journal des événements des 30 derniers jours',
    delivery: 'chaque livraison avec ses tentatives',
    key: 'chaque clé d’API sans son secret',
    audit_entry: 'qui a modifié quoi dans ce compte, dans les deux environnements',
  },
  isPersonal: (log) => [
    'Le fichier contient des noms et des numéros de compte : protégez-le en conséquence. L’export et son auteur sont inscrits au ',
    log('journal d’audit'),
    '.',
  ],
  download: 'Télécharger les données',
};
