import type { Words } from '../english';

const COUNTED = { characters: ' caracteres', items: ' elementos', value: '' };

export const faults: Words['faults'] = {
  of: (field, fault) => `${field}: ${fault}`,
  atLeast: ({ limit, of }) => `debe ${of === 'value' ? 'ser como mínimo' : 'tener al menos'} ${limit}${COUNTED[of]}`,
  atMost: ({ limit, of }) => `debe ${of === 'value' ? 'ser como máximo' : 'tener como máximo'} ${limit}${COUNTED[of]}`,
  codes: {
    required: 'debe rellenarse',
    too_small: 'es demasiado corto o pequeño',
    too_big: 'es demasiado largo o grande',
    invalid_type: 'no tiene la forma esperada',
    number: 'puede leerse como dos números o no es ninguno: escriba 1250 o 1250,50, y tres decimales como 1,2340',
    invalid_format: 'no tiene la forma esperada',
    invalid_value: 'no está entre los valores admitidos',
    invalid_union: 'no tiene la forma esperada',
    country: 'debe ser un código de país ISO 3166 en mayúsculas, como DE',
    currency: 'debe ser un código de moneda ISO 4217 en mayúsculas, como EUR',
    nul: 'no debe contener el carácter NUL',
    control: 'no debe contener caracteres de control',
    invisible: 'no debe contener caracteres invisibles',
    contrast: 'es demasiado pálido para leerse sobre papel blanco',
    picture: 'no es una imagen que se pueda dibujar: PNG o SVG de 4096 × 4096 píxeles como máximo',
    too_detailed: 'tiene más detalle que un logotipo: una fotografía no sirve',
    past: 'no debe estar en el pasado',
    future: 'no debe estar en el futuro',
    too_many_attempts: 'Demasiados intentos. Espere unos minutos e inténtelo de nuevo.',
    wrong_code: 'Este código no es válido ahora.',
    not_current: 'Esta no es la contraseña actual.',
    wrong_login: 'El correo o la contraseña son incorrectos.',
    RATE_LIMIT: 'Ha habido demasiadas solicitudes. Espere un minuto e inténtelo de nuevo.',
    FORBIDDEN: 'Su función no lo permite.',
    UNSUPPORTED_MEDIA_TYPE: 'Envíe el formulario desde un navegador.',
    PAYLOAD_TOO_LARGE: 'El formulario es demasiado grande.',
    METHOD_NOT_ALLOWED: 'Esta página no admite este método.',
    INTERNAL: 'Se ha producido un error por nuestra parte.',
  },
};
