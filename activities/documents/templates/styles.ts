import { PAPER_MM } from './paper';

const { width, height, margin, footer, nextHead, carry } = PAPER_MM;

/** Style of every document; families are those that fonts.ts embeds. */
export const STYLES = `
@page { size: ${width}mm ${height}mm; margin: 0 }
* { box-sizing: border-box; margin: 0; padding: 0 }
html { font: 8.5pt/1.3 "Corridor Latin", "Corridor Arabic", "Corridor CJK", "Corridor Symbols", sans-serif; color: #1a1f26;
  text-rendering: geometricPrecision; -webkit-print-color-adjust: exact; font-variant-ligatures: no-contextual }
html:lang(ar) { font-size: 9.5pt }
.page { position: relative; width: ${width}mm; min-height: ${height}mm; padding: ${margin}mm; overflow-wrap: anywhere; break-after: page }
.page:last-child { break-after: auto }
.fixed .page { height: ${height}mm; overflow: hidden }
.head { padding-bottom: 3mm }
.title { display: flex; justify-content: space-between; align-items: flex-end; gap: 6mm; padding-bottom: 2.5mm }
h1 { font-size: 16pt; line-height: 1.2; font-weight: 700; color: #0b3a5c }
.mark { border: .5mm solid #a3341f; color: #a3341f; font-weight: 700; padding: .6mm 3mm; text-transform: uppercase; white-space: nowrap }
.grid { display: grid; grid-template-columns: 1fr 1fr; border: .3mm solid #6b7683 }
.side { display: flex; flex-direction: column }
.side + .side { border-inline-start: .2mm solid #6b7683 }
.pair { display: flex; flex: 0 0 auto; border-bottom: .2mm solid #b9c1ca }
.pair:last-child { flex: 1 0 auto; border-bottom: 0 }
.pair > .box + .box { border-inline-start: .2mm solid #b9c1ca }
.box { flex: 1 1 0; padding: 1.2mm 2mm 1.4mm; min-width: 0 }
.label { margin-bottom: .6mm; font-size: 6.8pt; line-height: 1.3; color: #56616d }
:lang(ar) .label { font-size: 8pt }
.line { white-space: pre-line; unicode-bidi: plaintext; text-align: start }
[dir="rtl"] .line { unicode-bidi: normal }
.small { color: #56616d }
.strong { font-weight: 700 }
.wide { border: .3mm solid #6b7683; border-top: 0 }
.next { height: ${nextHead}mm; overflow: hidden; display: flex; justify-content: space-between; gap: 6mm; font-weight: 700; color: #0b3a5c; font-size: 11pt }
.next .small { font-weight: 400; font-size: 8.5pt; text-align: end }
table { width: 100%; border-collapse: separate; border-spacing: 0; table-layout: fixed }
thead th { background: #e8eef3; color: #0b3a5c; font-weight: 700; font-size: 7.6pt; text-align: start; vertical-align: bottom; padding: 1.2mm 1.6mm; border-bottom: .3mm solid #6b7683; border-top: .3mm solid #6b7683 }
:lang(ar) thead th { font-size: 8.6pt }
td { vertical-align: top; padding: 1mm 1.6mm; border-bottom: .15mm solid #cfd6dd; white-space: pre-line }
td.end { font-size: var(--figure); overflow-wrap: normal }
td.end, thead th.end, .carry th.end { text-align: end; font-variant-numeric: tabular-nums }
.carry th, .carry td { height: ${carry}mm; padding: 0 1.6mm; vertical-align: middle; white-space: nowrap; font-weight: 700; text-align: start; background: #f5f7f9; border-bottom: .15mm solid #cfd6dd }
.carry th { overflow: hidden }
.carry td.end { text-align: end }
.tail { padding-top: 1.6mm }
.totals { table-layout: auto; width: 50%; margin-inline-start: auto }
.totals th { text-align: start; font-weight: 400; padding: .8mm 1.6mm; color: #56616d; border-bottom: .15mm solid #cfd6dd }
.totals td { white-space: nowrap; text-align: end; font-variant-numeric: tabular-nums; padding: .8mm 1.6mm; width: 52% }
.totals .strong th, .totals .strong td { font-weight: 700; color: #0b3a5c; font-size: 10pt; border-top: .3mm solid #6b7683; border-bottom: 0 }
.summary { background: #e8eef3; padding: 1.4mm 2mm; font-weight: 700; color: #0b3a5c }
.signature { display: flex; gap: 8mm; align-items: flex-start; padding-top: 5mm }
.signature > div { flex: 1 1 0; border-top: .2mm solid #1a1f26; padding-top: 1mm; min-height: 9mm }
.foot { position: absolute; inset-inline: ${margin}mm; bottom: ${margin}mm; height: ${footer - 3}mm; display: flex; gap: 4mm; align-items: flex-end; border-top: .2mm solid #b9c1ca; padding-top: 1.6mm; font-size: 7pt; line-height: 1.35; color: #56616d }
:lang(ar) .foot { font-size: 7.6pt }
.foot svg { width: 17mm; height: 17mm; flex: none }
.foot .grow { flex: 1 1 0; min-width: 0 }
`;
