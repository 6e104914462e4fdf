import type { VNode } from 'preact';
import { enrolmentUri, toBase32 } from '../../domain/auth/one-time-codes';
import { drawQrCode, QUIET_MODULES } from '../../lib/qr-code';
import { CurrentPassword, FaultSummary, Field, Form } from '../parts';
import type { Fault, Faults } from '../forms/read-form';
import { useWords } from '../words/use-words';
import { SECURITY } from './security-page';

/** Asks for a one-time code; a recovery code is accepted too. */
export function CodeField(parts: { name?: string; fault: Fault | undefined; hint: string; autofocus?: true }): VNode {
  return <Field name="code" label={useWords().auth.code} autocomplete="one-time-code" maxlength={32} {...parts} />;
}

function QrCode({ text }: { text: string }): VNode {
  const { size, path } = drawQrCode(text);
  const side = size + 2 * QUIET_MODULES;
  const frame = `${-QUIET_MODULES} ${-QUIET_MODULES} ${side} ${side}`;
  return (
    <svg class="qr" role="img" aria-label={useWords().auth.setUp.qrCode} viewBox={frame}>
      <path d={path} />
    </svg>
  );
}

/** The secret for an authenticator app, until its first code is entered. */
export function SetUpSecondFactor(parts: { secret: Buffer; email: string; formToken: string; faults: Faults }): VNode {
  const { secret, email, formToken, faults } = parts;
  const { setUp } = useWords().auth;
  const text = (toBase32(secret).match(/.{4}/g) ?? []).join(' ');
  return (
    <div class="narrow">
      <p>{setUp.scan}</p>
      <QrCode text={enrolmentUri(secret, email)} />
      <p>
        {setUp.key}
        <code>{text}</code>
      </p>
      <FaultSummary faults={faults} />
      <Form action={`${SECURITY}/second-factor/confirm`} formToken={formToken}>
        <CodeField fault={faults['code']} hint={setUp.digits} />
        <p class="actions">
          <button>{setUp.turnOn}</button> <a href={SECURITY}>{setUp.leaveOff}</a>
        </p>
      </Form>
    </div>
  );
}

/** @param back the page to go to after the codes are saved */
export function RecoveryCodes({ codes, back }: { codes: readonly string[]; back: string }): VNode {
  const { recovery } = useWords().auth;
  return (
    <>
      <p class="notice" role="status">
        {recovery.shownOnce}
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
          {recovery.saved}
        </a>
      </p>
    </>
  );
}

export function RenewRecoveryCodes({ formToken, faults }: { formToken: string; faults: Faults }): VNode {
  const { auth } = useWords();
  return (
    <div class="narrow">
      <p>{auth.recovery.replaceAll}</p>
      <FaultSummary faults={faults} />
      <Form action={`${SECURITY}/recovery-codes`} formToken={formToken}>
        <CodeField fault={faults['code']} hint={auth.fromApp} />
        <p class="actions">
          <button>{auth.recovery.make}</button> <a href={SECURITY}>{auth.recovery.keep}</a>
        </p>
      </Form>
    </div>
  );
}

export function TurnOffSecondFactor({ formToken, faults }: { formToken: string; faults: Faults }): VNode {
  const { auth } = useWords();
  return (
    <div class="narrow">
      <p>{auth.turnOff.means}</p>
      <FaultSummary faults={faults} />
      <Form action={`${SECURITY}/turn-off`} formToken={formToken}>
        <CurrentPassword fault={faults['current']} />
        <CodeField fault={faults['code']} hint={auth.fromAppOrRecovery} />
        <p class="actions">
          <button class="danger">{auth.turnOff.off}</button> <a href={SECURITY}>{auth.turnOff.keep}</a>
        </p>
      </Form>
    </div>
  );
}
