import { escapeMarkup } from '../../../xml';

export interface XmpFacts {
  title: string;
  language: string;
  createdAt: Date;
  producer: string;
  creator: string;
  /** Hex digits that name the document. */
  identifier: string;
  /** Whether the file carries an electronic invoice. */
  isElectronic: boolean;
}

/** Whole seconds: the older dates of a PDF know no parts of them, and both must agree. */
function xmpDate(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

/** Name of the XML in an electronic invoice. Source: Factur-X 1.0 */
export const FACTUR_X_FILE = 'factur-x.xml';
const FACTUR_X_NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

interface Extension {
  schema: string;
  namespace: string;
  prefix: string;
  properties: readonly { name: string; type: 'Integer' | 'Text'; category: 'internal' | 'external'; what: string }[];
}

const PDF_UA: Extension = {
  schema: 'PDF/UA Universal Accessibility Schema',
  namespace: 'http://www.aiim.org/pdfua/ns/id/',
  prefix: 'pdfuaid',
  properties: [
    { name: 'part', type: 'Integer', category: 'internal', what: 'Part of ISO 14289 to which the file conforms' },
  ],
};

const FACTUR_X: Extension = {
  schema: 'Factur-X PDFA Extension Schema',
  namespace: FACTUR_X_NAMESPACE,
  prefix: 'fx',
  properties: [
    { name: 'DocumentFileName', type: 'Text', category: 'external', what: 'Name of the embedded XML invoice file' },
    { name: 'DocumentType', type: 'Text', category: 'external', what: 'INVOICE' },
    { name: 'Version', type: 'Text', category: 'external', what: 'Version of the schema of the XML' },
    { name: 'ConformanceLevel', type: 'Text', category: 'external', what: 'Conformance level of the XML' },
  ],
};

/** Describes properties that PDF/A does not define itself. Source: ISO 19005-2, 6.6.2.3.3 */
function extensionSchema({ schema, namespace, prefix, properties }: Extension): string {
  const described = properties.map(
    ({ name, type, category, what }) => `<rdf:li rdf:parseType="Resource">
<pdfaProperty:name>${name}</pdfaProperty:name>
<pdfaProperty:valueType>${type}</pdfaProperty:valueType>
<pdfaProperty:category>${category}</pdfaProperty:category>
<pdfaProperty:description>${what}</pdfaProperty:description>
</rdf:li>`,
  );
  return `<rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>${schema}</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>${described.join('\n')}</rdf:Seq></pdfaSchema:property>
</rdf:li>`;
}

function extensions(schemas: readonly Extension[]): string {
  return `<pdfaExtension:schemas><rdf:Bag>${schemas.map(extensionSchema).join('\n')}</rdf:Bag></pdfaExtension:schemas>`;
}

/** Source: Factur-X 1.0, "XMP metadata" */
const ELECTRONIC = `
<fx:DocumentType>INVOICE</fx:DocumentType>
<fx:DocumentFileName>${FACTUR_X_FILE}</fx:DocumentFileName>
<fx:Version>1.0</fx:Version>
<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>`;

/** Metadata that says what the file is: PDF/A-2b or, with files in it, PDF/A-3b; PDF/UA-1. Source: ISO 19005, ISO 14289-1 */
export function xmpPacket(facts: XmpFacts): string {
  const date = xmpDate(facts.createdAt);
  const { isElectronic } = facts;
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"${isElectronic ? `\n xmlns:fx="${FACTUR_X_NAMESPACE}"` : ''}
 xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
 xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeMarkup(facts.title)}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>${facts.language}</rdf:li></rdf:Bag></dc:language>
<xmp:CreateDate>${date}</xmp:CreateDate>
<xmp:ModifyDate>${date}</xmp:ModifyDate>
<xmp:CreatorTool>${escapeMarkup(facts.creator)}</xmp:CreatorTool>
<xmpMM:DocumentID>uuid:${facts.identifier}</xmpMM:DocumentID>
<pdf:Producer>${escapeMarkup(facts.producer)}</pdf:Producer>
<pdfaid:part>${isElectronic ? 3 : 2}</pdfaid:part>
<pdfaid:conformance>B</pdfaid:conformance>
<pdfuaid:part>1</pdfuaid:part>${isElectronic ? ELECTRONIC : ''}
${extensions(isElectronic ? [PDF_UA, FACTUR_X] : [PDF_UA])}
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
}
