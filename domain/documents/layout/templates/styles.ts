import { DEFAULT_ACCENT } from '../../branding';
import { TEXT_POINTS } from './figures';
import { PAPER_MM } from './paper';

const { width, height, margin, footer, nextHead, carry } = PAPER_MM;

/**
 * Style of every document; families are those that fonts.ts embeds. Four sizes of text: title, number and grand total,
 * text, labels. Space instead of frames: a rule over each part, none around it.
 */
export const STYLES = `
@page { size: ${width}mm ${height}mm; margin: 0 }
* { box-sizing: border-box; margin: 0; padding: 0 }
html { font: ${TEXT_POINTS.Latn}pt/1.34 "Corridor Latin", "Corridor Arabic", "Corridor CJK", "Corridor Symbols", sans-serif; color: #1a1f26;
  text-rendering: geometricPrecision; -webkit-print-color-adjust: exact; font-variant-ligatures: no-contextual }
main { --accent: ${DEFAULT_ACCENT}; --quiet: #4a5561; --rule: #b9c1ca; --gap: 1.5mm }
main.Arab { font-size: ${TEXT_POINTS.Arab}pt; line-height: 1.45 }
main.Hans { line-height: 1.42 }
main.compact { font-size: 8pt; line-height: 1.25; --gap: .8mm }
main.compact.Arab { font-size: 8.8pt }
.page { position: relative; display: flex; flex-direction: column; width: ${width}mm; min-height: ${height}mm; padding: ${margin}mm ${margin}mm ${margin + footer}mm; overflow-wrap: anywhere; break-after: page }
.page > * { flex: none }
.page:last-child { break-after: auto }
.fixed .page { height: ${height}mm; overflow: hidden }
.grow { flex: 1 1 0; min-width: 0 }
.label { font-size: .84em; font-weight: 700; color: var(--accent) }
.key { color: var(--quiet); font-weight: 400 }
.strong { font-weight: 700 }
.whole { white-space: nowrap }
.long { overflow-wrap: anywhere }
.prose { text-align: left; min-height: 1em }
[dir="rtl"] .prose { text-align: right }

.head { padding-bottom: 3mm }
.logo { display: block; max-width: 60mm; max-height: 16mm; margin-bottom: 4mm }
.masthead { display: flex; justify-content: space-between; align-items: flex-start; gap: 8mm; padding-bottom: 3mm; border-bottom: .6mm solid var(--accent); margin-bottom: 1mm }
h1 { font-size: 20pt; line-height: 1.15; font-weight: 700; color: var(--accent) }
.mark { display: inline-block; margin-top: 1.5mm; border: .4mm solid #a3341f; color: #a3341f; font-weight: 700; padding: .4mm 2.4mm; text-transform: uppercase }
.identity { display: flex; gap: 8mm; flex: 0 1 auto; max-width: 55%; padding-top: .8mm }
.number { font-size: 11.5pt; line-height: 1.3; font-weight: 700 }
.date { flex: none; white-space: nowrap }
.grid { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 8mm }
.box { padding: var(--gap) 0 calc(var(--gap) + .4mm); min-width: 0 }
.side .box + .box { border-top: .2mm solid var(--rule) }
.head > .box { border-top: .2mm solid var(--rule) }
.box .label { margin-bottom: .4mm }
.row { display: grid; grid-template-columns: 37mm minmax(0, 1fr); gap: 3mm }
.row:has(> .blank) { align-items: baseline }
.blank { border-bottom: .2mm dotted var(--quiet); min-height: 1.9em }
.caption { padding-top: 2mm; color: var(--quiet); font-style: normal }

.next { min-height: ${nextHead}mm; padding-bottom: 1.5mm; display: flex; justify-content: space-between; gap: 8mm; font-weight: 700; color: var(--accent); font-size: 11pt; line-height: 1.3 }
.next .aside { font-weight: 400; font-size: 8pt; text-align: end; color: var(--quiet); max-width: 45% }

table { width: 100%; border-collapse: separate; border-spacing: 0 }
.fitted { table-layout: fixed }
th, td { text-align: start; padding: 1.1mm 1.6mm; overflow-wrap: break-word }
thead th { background: color-mix(in srgb, var(--accent) 9%, #fff); color: var(--accent); font-weight: 700; font-size: .88em; line-height: 1.25; vertical-align: bottom; word-break: keep-all; border-top: .4mm solid var(--accent); border-bottom: .2mm solid var(--accent) }
td { vertical-align: top; border-bottom: .15mm solid #cfd6dd }
.end { text-align: end; font-variant-numeric: tabular-nums }
td.end { font-size: var(--figure); white-space: nowrap }
.carry th, .carry td, .sum th, .sum td { height: ${carry}mm; padding: 0 1.6mm; vertical-align: middle; white-space: nowrap; font-weight: 700 }
.carry th, .carry td { background: #f4f6f8; border-bottom: .15mm solid #cfd6dd }
.carry th, .sum th { overflow: hidden }
.sum th, .sum td { border-bottom: 0; border-top: .4mm solid var(--accent); color: var(--accent) }
.totals { width: 50%; margin-inline-start: auto; margin-top: .6mm }
.totals th { font-weight: 400; color: var(--quiet); padding: .7mm 1.6mm; border: 0 }
.totals td { white-space: nowrap; text-align: end; font-variant-numeric: tabular-nums; padding: .7mm 1.6mm; border: 0 }
.totals .strong th, .totals .strong td { font-weight: 700; color: var(--accent); font-size: 11.5pt; border-top: .4mm solid var(--accent) }
.totals .strong:first-child th, .totals .strong:first-child td { border-top: 0 }
.totals .detail { font-size: .9em; line-height: 1.25 }
.narrow td, .narrow th { overflow-wrap: anywhere }
.narrow .whole { white-space: normal }
.narrow td.end { overflow-wrap: normal }

.tail { padding-top: var(--gap) }
.tail.summary { padding-top: 2mm }
p.summary { border-top: .2mm solid var(--rule); border-bottom: .2mm solid var(--rule); padding: 1mm 0 }
.listed thead th { background: none; border-top: 0; padding-inline-start: 0 }
.listed { table-layout: fixed }
.listed td { padding-inline-start: 0 }
.tail.listed { padding-top: 0 }
.listed thead th { padding-top: 4mm }
.tail.closing { margin-top: auto; padding-top: 4mm }
.closing > .closing { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 8mm }
.panel { display: flex; flex-direction: column; justify-content: space-between; gap: 2mm; border-top: .4mm solid var(--accent); padding-top: 1.4mm }
.panel .rows { padding-top: 1.4mm }
.single .panel { grid-column: 1 / -1; display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 8mm }
.sign { align-self: end; width: 100% }
.room { height: 17mm; border-bottom: .25mm solid #1a1f26; margin-bottom: .6mm }
.compact .room { height: 13mm }
.foot { position: absolute; inset-inline: ${margin}mm; bottom: ${margin}mm; height: ${footer - 3}mm; display: flex; gap: 4mm; align-items: flex-end; border-top: .2mm solid var(--rule); padding-top: 1.6mm; font-size: 7.2pt; line-height: 1.35; color: var(--quiet) }
.Arab .foot { font-size: 8pt }
.foot svg { width: 17mm; height: 17mm; flex: none }
`;
