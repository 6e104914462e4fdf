import type { Words } from '../english';

export const fields: Words['fields'] = {
  amount: 'Montant',
  currency: 'Devise',
  status: 'Statut',
  reference: 'Référence',
  fromDate: 'Du',
  toDate: 'Au',
  order: 'Ordre',
  reason: 'Raison',
  reasonCode: 'Raison',
  answer: 'Réponse',
  comment: 'Commentaire',
  approvals: 'Approbations',
  email: 'Adresse e-mail',
  name: 'Nom',
  password: 'Mot de passe',
  current: 'Mot de passe actuel',
  code: 'Code',
  accountName: 'Société',
  proof: 'Confirmation',
  language: 'Langue',
};
