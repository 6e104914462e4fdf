import type { Words } from '../english';
import { formatsIn } from '../formats';
import { lowered } from '../lowered';

const { figure } = formatsIn('es');

export const documents: Words['documents'] = {
  title: 'Documentos',
  types: {
    commercial_invoice: 'Factura comercial',
    proforma_invoice: 'Factura proforma',
    packing_list: 'Lista de empaque',
    certificate_of_origin: 'Certificado de origen',
    bill_of_lading: 'Conocimiento de embarque',
  },
  create: 'Documento nuevo',
  look: 'Logotipo y color',
  type: 'Tipo',
  anyType: 'Cualquier tipo',
  none: (make, api) => [
    'No hay documentos que mostrar. Las facturas, listas de empaque, certificados y demás documentos generados aparecen aquí en PDF. ',
    make === null ? '' : make('Rellene un formulario'),
    make === null ? '' : ' o ',
    api('genere uno mediante la API'),
    '.',
  ],
  number: 'Número',
  created: 'Creado',
  availableUntil: 'Disponible hasta',
  pages: 'Páginas',
  size: 'Tamaño',
  kib: (count) => `${figure(count)} KiB`,
  notKnownYet: 'aún no se conoce',
  requests: 'Solicitudes de API',
  aboutThis: 'sobre este documento',
  download: 'Descargar',
  checkCopy: 'Comparar una copia con él',
  others: 'Documentos del mismo envío',
  othersBegin: 'El formulario empieza con las partes, las mercancías y las referencias de este documento.',
  another: (type) => `Otro documento: ${lowered(type)}`,
  titled: (type, number) => `${type} ${number}`,
  newOne: (type) => `Documento nuevo: ${lowered(type)}`,
  which: '¿Qué documento?',
  generate: 'Generar',
  preview: 'Vista previa del documento',
  noPreview: 'Rellene el formulario y pulse Vista previa: el documento aparecerá aquí y no se guarda.',
  cut: (kept, all) =>
    `Solo se han copiado las primeras ${figure(kept)} de ${figure(all)} líneas; cree los documentos más largos mediante la API.`,
  noSuchType: 'Ese tipo de documento no existe.',
  noSuchDocument: 'Ese documento no existe.',
};

export const branding: Words['branding'] = {
  title: 'Aspecto de los documentos',
  formats: { pdf: 'PDF', 'factur-x': 'PDF con factura electrónica (Factur-X)' },
  specimen: 'La cabecera de un documento con este aspecto',
  change: 'Cambiar',
  accent: 'Color de títulos y líneas',
  accentHint: 'Como #7a1f2b, bastante oscuro para leerse sobre blanco; vacío para el predeterminado.',
  logo: 'Logotipo',
  withoutLogo: 'ninguno',
  anotherLogo: 'Otro logotipo',
  logoHint: (kib) => `PNG o SVG, como máximo ${figure(kib)} KiB. Se vuelve a dibujar: solo se guarda la imagen.`,
  without: 'No imprimir ningún logotipo',
  invoices: 'Facturas comerciales',
  invoicesHint:
    'Una factura electrónica necesita además los NIF-IVA, las categorías de impuesto y los códigos de unidades; se indica lo que falte en una factura.',
  save: 'Guardar',
  now: 'Aspecto de los documentos nuevos',
  colour: 'Color',
  ofService: 'el del servicio',
  pixels: (width, height) => `${width} × ${height} píxeles`,
  back: 'Volver a los documentos',
  chooseImage: 'Elija un archivo PNG o SVG.',
  noLogo: 'No hay ningún logotipo.',
};
