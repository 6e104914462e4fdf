import type { Words } from '../english';

const COUNTED = { characters: ' Zeichen', items: ' Einträge', value: '' };

export const faults: Words['faults'] = {
  of: (field, fault) => `${field}: ${fault}`,
  atLeast: ({ limit, of }) => `muss mindestens ${limit}${COUNTED[of]} ${of === 'value' ? 'sein' : 'haben'}`,
  atMost: ({ limit, of }) => `darf höchstens ${limit}${COUNTED[of]} ${of === 'value' ? 'sein' : 'haben'}`,
  codes: {
    required: 'muss ausgefüllt werden',
    too_small: 'ist zu kurz oder zu klein',
    too_big: 'ist zu lang oder zu groß',
    invalid_type: 'hat nicht die erwartete Form',
    number:
      'kann als zwei Zahlen gelesen werden oder ist keine: Schreiben Sie 1250 oder 1250,50, drei Nachkommastellen als 1,2340',
    invalid_format: 'hat nicht die erwartete Form',
    invalid_value: 'gehört nicht zu den zulässigen Werten',
    invalid_union: 'hat nicht die erwartete Form',
    country: 'muss ein Ländercode nach ISO 3166 in Großbuchstaben sein, etwa DE',
    currency: 'muss ein Währungscode nach ISO 4217 in Großbuchstaben sein, etwa EUR',
    nul: 'darf das Zeichen NUL nicht enthalten',
    control: 'darf keine Steuerzeichen enthalten',
    invisible: 'darf keine unsichtbaren Zeichen enthalten',
    contrast: 'ist zu hell, um auf weißem Papier lesbar zu sein',
    picture: 'ist kein Bild, das gezeichnet werden kann: PNG oder SVG mit höchstens 4096 × 4096 Pixeln',
    too_detailed: 'hat mehr Einzelheiten als ein Logo: Ein Foto kann keines sein',
    past: 'darf nicht in der Vergangenheit liegen',
    future: 'darf nicht in der Zukunft liegen',
    too_many_attempts: 'Zu viele Versuche. Warten Sie einige Minuten und versuchen Sie es erneut.',
    wrong_code: 'Dieser Code gilt zurzeit nicht.',
    not_current: 'Das ist nicht das aktuelle Passwort.',
    wrong_login: 'E-Mail oder Passwort ist falsch.',
    RATE_LIMIT: 'Es waren zu viele Anfragen. Warten Sie eine Minute und versuchen Sie es erneut.',
    FORBIDDEN: 'Ihre Rolle erlaubt das nicht.',
    UNSUPPORTED_MEDIA_TYPE: 'Senden Sie das Formular aus einem Browser.',
    PAYLOAD_TOO_LARGE: 'Das Formular ist zu groß.',
    METHOD_NOT_ALLOWED: 'Diese Seite unterstützt diese Methode nicht.',
    INTERNAL: 'Auf unserer Seite ist ein Fehler aufgetreten.',
  },
};
