import type { VNode } from 'preact';
import type { Branding } from '../../db/documents/brandings';
import { DEFAULT_ACCENT, MAX_LOGO_BYTES } from '../../domain/documents/branding';
import { Checkbox, Facts, FaultSummary, Field, FileField, Form, Select } from '../parts';
import type { Faults } from '../forms/read-form';
import { useWords } from '../words/use-words';

const KIB = 1024;
const SPECIMEN_NUMBER = 'INV-2026-001';

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
  at: (path: string) => string;
}

/** The head of a document as it will be printed, on white paper in either colour scheme. */
function HeadPreview({ branding: { accent, logo }, at }: Pick<BrandingPage, 'branding' | 'at'>): VNode {
  const { branding: words, documents } = useWords();
  const colour = accent ?? DEFAULT_ACCENT;
  return (
    <svg class="specimen" viewBox="0 0 640 150" width="100%" role="img" aria-label={words.specimen}>
      {logo !== null && (
        <image href={at('/branding/logo')} x={24} y={20} width={200} height={52} preserveAspectRatio="xMinYMid meet" />
      )}
      <text x={24} y={110} class="title" fill={colour}>
        {documents.types.commercial_invoice}
      </text>
      <text x={616} y={110} text-anchor="end">
        {SPECIMEN_NUMBER}
      </text>
      <rect x={24} y={122} width={592} height={3} fill={colour} />
    </svg>
  );
}

function BrandingForm({ branding, accent, isWithout, format, formToken, faults, at }: BrandingPage): VNode {
  const { branding: words } = useWords();
  return (
    <section aria-labelledby="change">
      <h2 id="change">{words.change}</h2>
      <FaultSummary faults={faults} />
      <Form className="panel" action={at('/branding')} formToken={formToken} takesFiles>
        <Field
          name="accent"
          label={words.accent}
          hint={words.accentHint}
          value={accent}
          fault={faults['accent']}
          required={false}
        />
        <FileField
          name="logo"
          label={branding.logo === null ? words.logo : words.anotherLogo}
          hint={words.logoHint({ kib: MAX_LOGO_BYTES / KIB })}
          accept="image/png,image/svg+xml"
          fault={faults['logo']}
          required={false}
        />
        {branding.logo !== null && <Checkbox name="without" label={words.without} checked={isWithout} />}
        <Select
          name="format"
          label={words.invoices}
          hint={words.invoicesHint}
          value={format}
          fault={faults['format']}
          options={Object.entries(words.formats)}
        />
        <button>{words.save}</button>
      </Form>
    </section>
  );
}

export function BrandingOfDocuments(page: BrandingPage): VNode {
  const { branding: words } = useWords();
  const { branding, mayChange, at } = page;
  const { accent, logo, invoiceFormat } = branding;
  return (
    <>
      <section aria-labelledby="now">
        <h2 id="now">{words.now}</h2>
        <HeadPreview {...page} />
        <Facts
          rows={[
            [words.colour, accent === null ? words.ofService : <code>{accent}</code>],
            [words.logo, logo === null ? words.withoutLogo : words.pixels({ width: logo.width, height: logo.height })],
            [words.invoices, words.formats[invoiceFormat]],
          ]}
        />
      </section>
      {mayChange && <BrandingForm {...page} />}
      <p>
        <a href={at('/documents')}>{words.back}</a>
      </p>
    </>
  );
}
