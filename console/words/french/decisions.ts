import type { Words } from '../english';

export const decisions: Words['decisions'] = {
  title: 'Décisions',
  mine: 'À décider par moi',
  all: 'Toutes',
  what: 'Décision',
  kinds: {
    approval: 'Approuver un paiement',
    batch_approval: 'Approuver un lot',
    payee_check: 'Décider du nom d’un bénéficiaire',
    information: 'Répondre à une question',
    bank_details: 'Confirmer des coordonnées bancaires',
    endpoint: 'Réparer un point de terminaison',
  },
  noneMine:
    'Rien ne vous attend. Les approbations, les questions sur des paiements, les coordonnées bancaires modifiées et les points de terminaison défaillants apparaissent ici.',
  none: 'Rien n’attend un membre du compte.',
  cut: (most) => `De chaque type, ${most} au plus sont affichés et comptés, les plus anciens d’abord.`,
};
