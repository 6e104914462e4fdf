import { drawQrCode, QUIET_MODULES } from '../../../../lib/qr-code';

/** A QR code with a text alternative, which PDF/UA asks of every figure. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = drawQrCode(text);
  const side = size + 2 * QUIET_MODULES;
  return (
    <svg role="img" aria-label={label} viewBox={`${-QUIET_MODULES} ${-QUIET_MODULES} ${side} ${side}`}>
      <path fill="#000" d={path} />
    </svg>
  );
}
