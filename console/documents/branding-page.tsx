import type { VNode } from 'preact';
import type { Branding } from '../../db/documents/brandings';
import { DEFAULT_ACCENT, MAX_LOGO_BYTES, type InvoiceFormat } from '../../domain/documents/branding';
import { Checkbox, Facts, FaultSummary, Field, FileField, Form, Notice, Select } from '../parts';
import type { Faults } from '../forms/read-form';

const KIB = 1024;

/** What each format of invoices is called. */
const FORMATS: Readonly<Record<InvoiceFormat, string>> = {
  pdf: 'PDF',
  'factur-x': 'PDF with an electronic invoice (Factur-X)',
};

export interface BrandingPage {
  branding: Branding;
  /** Text in the field of the colour. */
  accent: string;
  /** Whether the form asks for no logo. */
  isWithout: boolean;
  /** Choice in the field of the format. */
  format: string;
  mayChange: boolean;
  formToken: string;
  faults: Faults;
  isSaved: boolean;
  at: (path: string) => string;
}

/** The head of a document as it will be printed, on white paper whatever the scheme of the page. */
function Specimen({ branding: { accent, logo }, at }: Pick<BrandingPage, 'branding' | 'at'>): VNode {
  const colour = accent ?? DEFAULT_ACCENT;
  return (
    <svg
      class="specimen"
      viewBox="0 0 640 150"
      width="100%"
      role="img"
      aria-label="The head of a document with this branding"
    >
      {logo !== null && (
        <image href={at('/branding/logo')} x={24} y={20} width={200} height={52} preserveAspectRatio="xMinYMid meet" />
      )}
      <text x={24} y={110} class="title" fill={colour}>
        Commercial invoice
      </text>
      <text x={616} y={110} text-anchor="end">
        INV-2026-001
      </text>
      <rect x={24} y={122} width={592} height={3} fill={colour} />
    </svg>
  );
}

function Change({ branding, accent, isWithout, format, formToken, faults, at }: BrandingPage): VNode {
  return (
    <section aria-labelledby="change">
      <h2 id="change">Change it</h2>
      <FaultSummary faults={faults} />
      <Form className="panel" action={at('/branding')} formToken={formToken} takesFiles>
        <Field
          name="accent"
          label="Colour of titles and rules"
          hint="Such as #7a1f2b, dark enough to be read on white; leave empty for the default."
          value={accent}
          fault={faults['accent']}
          required={false}
        />
        <FileField
          name="logo"
          label={branding.logo === null ? 'Logo' : 'Another logo'}
          hint={`PNG or SVG, at most ${MAX_LOGO_BYTES / KIB} KiB. It is redrawn: only the picture is stored.`}
          accept="image/png,image/svg+xml"
          fault={faults['logo']}
          required={false}
        />
        {branding.logo !== null && <Checkbox name="without" label="Print no logo" checked={isWithout} />}
        <Select
          name="format"
          label="Commercial invoices"
          hint="An electronic invoice also needs VAT numbers, categories of VAT and codes of units; what an invoice lacks is named."
          value={format}
          fault={faults['format']}
          options={Object.entries(FORMATS)}
        />
        <button>Save</button>
      </Form>
    </section>
  );
}

export function BrandingOfDocuments(page: BrandingPage): VNode {
  const { branding, isSaved, mayChange, at } = page;
  const { accent, logo, invoiceFormat } = branding;
  return (
    <>
      {isSaved && <Notice tone="good">Saved. New documents use this branding.</Notice>}
      <section aria-labelledby="now">
        <h2 id="now">How new documents look</h2>
        <Specimen {...page} />
        <Facts
          rows={[
            ['Colour', accent === null ? 'that of the service' : <code>{accent}</code>],
            ['Logo', logo === null ? 'none' : `${logo.width} × ${logo.height} pixels`],
            ['Commercial invoices', FORMATS[invoiceFormat]],
          ]}
        />
      </section>
      {mayChange && <Change {...page} />}
      <p>
        <a href={at('/documents')}>Back to the documents</a>
      </p>
    </>
  );
}
