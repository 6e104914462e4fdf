import type { VNode } from 'preact';
import { enrolmentUri, toBase32 } from '../../domain/auth/one-time-codes';
import { drawQrCode, QUIET_MODULES } from '../../lib/qr-code';
import { CurrentPassword, FaultSummary, Field, Form } from '../parts';
import type { Fault, Faults } from '../forms/read-form';
import { SECURITY } from './security-page';

/** Asks for a one-time code; a recovery code is accepted too. */
export function CodeField(parts: { name?: string; fault: Fault | undefined; hint: string; autofocus?: true }): VNode {
  return <Field name="code" label="Code" autocomplete="one-time-code" maxlength={32} {...parts} />;
}

function QrCode({ text }: { text: string }): VNode {
  const { size, path } = drawQrCode(text);
  const side = size + 2 * QUIET_MODULES;
  const frame = `${-QUIET_MODULES} ${-QUIET_MODULES} ${side} ${side}`;
  return (
    <svg class="qr" role="img" aria-label="QR code for an authenticator app" viewBox={frame}>
      <path d={path} />
    </svg>
  );
}

/** The secret for an app, until its first code is entered. */
export function SetUpSecondFactor(parts: { secret: Buffer; email: string; formToken: string; faults: Faults }): VNode {
  const { secret, email, formToken, faults } = parts;
  const text = (toBase32(secret).match(/.{4}/g) ?? []).join(' ');
  return (
    <div class="narrow">
      <p>Scan this with an authenticator app, or type the key into it. Then enter the code that it shows.</p>
      <QrCode text={enrolmentUri(secret, email)} />
      <p>
        Key: <code>{text}</code>
      </p>
      <FaultSummary faults={faults} />
      <Form action={`${SECURITY}/second-factor/confirm`} formToken={formToken}>
        <CodeField fault={faults['code']} hint="Six digits, new every 30 seconds." />
        <p class="actions">
          <button>Turn it on</button> <a href={SECURITY}>Leave it off</a>
        </p>
      </Form>
    </div>
  );
}

/** @param back the page to go to once the codes are saved */
export function RecoveryCodes({ codes, back }: { codes: readonly string[]; back: string }): VNode {
  return (
    <>
      <p class="notice" role="status">
        These codes are shown only now. Each signs you in once if you lose your phone: print them, or store them with
        your passwords.
      </p>
      <ul class="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p>
        <a class="button" href={back}>
          I have saved them
        </a>
      </p>
    </>
  );
}

export function RenewRecoveryCodes({ formToken, faults }: { formToken: string; faults: Faults }): VNode {
  return (
    <div class="narrow">
      <p>Ten new codes replace all earlier ones, which stop working.</p>
      <FaultSummary faults={faults} />
      <Form action={`${SECURITY}/recovery-codes`} formToken={formToken}>
        <CodeField fault={faults['code']} hint="From your authenticator app." />
        <p class="actions">
          <button>Make new codes</button> <a href={SECURITY}>Keep the old ones</a>
        </p>
      </Form>
    </div>
  );
}

export function TurnOffSecondFactor({ formToken, faults }: { formToken: string; faults: Faults }): VNode {
  return (
    <div class="narrow">
      <p>The password alone will be enough again, and the recovery codes stop working.</p>
      <FaultSummary faults={faults} />
      <Form action={`${SECURITY}/turn-off`} formToken={formToken}>
        <CurrentPassword fault={faults['current']} />
        <CodeField fault={faults['code']} hint="From your authenticator app, or a recovery code." />
        <p class="actions">
          <button class="danger">Turn it off</button> <a href={SECURITY}>Keep it on</a>
        </p>
      </Form>
    </div>
  );
}
