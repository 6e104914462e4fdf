import type { Words } from '../english';

export const audit: Words['audit'] = {
  empty:
    'Todavía no hay entradas. Aquí aparecen los inicios de sesión y los cambios hechos por personas y claves, con su autor y su momento.',
  when: 'Cuándo',
  who: 'Quién',
  act: 'Acto',
  what: 'Qué',
  detail: 'Detalle',
  endsIn: (hint) => ` termina en …${hint}`,
};

export const dataExport: Words['dataExport'] = {
  intro: (side, line) => [
    `Todos los datos de esta cuenta en el entorno de ${side}, en un solo archivo: una línea de JSON por objeto, `,
    line,
    '. La última línea cuenta cada tipo; un archivo sin ella está incompleto.',
  ],
  contents: {
    payment: 'cada pago con su ruta, su historial y su resultado, tal como lo muestra la API',
    document: 'los metadatos de cada documento; los archivos se descargan uno a uno',
    shipment: 'cada envío',
    webhook: 'cada punto de conexión; su secreto y los valores de sus encabezados no se muestran de nuevo',
    event: 'el registro de eventos de los últimos 30 días',
    delivery: 'cada entrega con sus intentos',
    key: 'cada clave de API sin su secreto',
    audit_entry: 'quién cambió qué en esta cuenta, en ambos lados',
  },
  isPersonal: (log) => [
    'Contiene nombres y números de cuenta: protéjalo como corresponde. La exportación y su autor constan en el ',
    log('registro de auditoría'),
    '.',
  ],
  download: 'Descargar los datos',
};
