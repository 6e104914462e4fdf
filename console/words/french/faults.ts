import type { Words } from '../english';

const COUNTED = { characters: ' caractères', items: ' éléments', value: '' };

export const faults: Words['faults'] = {
  of: (field, fault) => `${field} : ${fault}`,
  atLeast: ({ limit, of }) => `doit ${of === 'value' ? 'être au minimum' : 'avoir au moins'} ${limit}${COUNTED[of]}`,
  atMost: ({ limit, of }) => `doit ${of === 'value' ? 'être au maximum' : 'avoir au plus'} ${limit}${COUNTED[of]}`,
  codes: {
    required: 'doit être rempli',
    too_small: 'est trop court ou trop petit',
    too_big: 'est trop long ou trop grand',
    invalid_type: 'n’a pas la forme attendue',
    number:
      'peut se lire comme deux nombres ou n’en est pas un : écrivez 1250 ou 1250,50, et trois décimales comme 1,2340',
    invalid_format: 'n’a pas la forme attendue',
    invalid_value: 'ne fait pas partie des valeurs admises',
    invalid_union: 'n’a pas la forme attendue',
    country: 'doit être un code de pays ISO 3166 en majuscules, tel que DE',
    currency: 'doit être un code de devise ISO 4217 en majuscules, tel que EUR',
    nul: 'ne doit pas contenir le caractère NUL',
    control: 'ne doit pas contenir de caractères de contrôle',
    invisible: 'ne doit pas contenir de caractères invisibles',
    contrast: 'est trop pâle pour être lue sur du papier blanc',
    picture: 'n’est pas une image qui peut être dessinée : PNG ou SVG de 4096 × 4096 pixels au plus',
    too_detailed: 'a plus de détails qu’un logo : une photo ne convient pas',
    past: 'ne doit pas être dans le passé',
    future: 'ne doit pas être dans le futur',
    too_many_attempts: 'Trop de tentatives. Attendez quelques minutes et réessayez.',
    wrong_code: 'Ce code n’est pas valable en ce moment.',
    not_current: 'Ce n’est pas le mot de passe actuel.',
    wrong_login: 'L’adresse e-mail ou le mot de passe est erroné.',
    RATE_LIMIT: 'Il y a eu trop de requêtes. Attendez une minute et réessayez.',
    FORBIDDEN: 'Votre rôle ne le permet pas.',
    UNSUPPORTED_MEDIA_TYPE: 'Envoyez le formulaire depuis un navigateur.',
    PAYLOAD_TOO_LARGE: 'Le formulaire est trop volumineux.',
    METHOD_NOT_ALLOWED: 'Cette page n’accepte pas cette méthode.',
    INTERNAL: 'Une erreur s’est produite de notre côté.',
  },
};
