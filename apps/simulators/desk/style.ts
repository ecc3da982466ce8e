/** The desk's styles, which follow those of page/style.ts in one sheet. */
export const DESK_STYLE = `
.wide header, .wide main { max-width: 72rem; }
.notices { position: sticky; top: 0; z-index: 1; background: var(--paper); }
.problem, .connection { color: var(--on-note); background: var(--note); padding: .75rem 1rem; border-radius: .5rem; margin: 0 0 1rem; }
.problem:empty, .connection:empty { margin: 0; padding: 0; }
#hold form { justify-items: start; }
[hidden] { display: none !important; }
.performers, #requests-list, #viewers-list { list-style: none; padding: 0; margin: 0; }
.performers { margin-block: 1.25rem; }
.performers li, #requests-list li, #viewers-list li { padding-block: .75rem; border-top: 1px solid var(--line); }
.performers a { font-weight: 600; display: inline-block; padding-block: .625rem; margin-inline-end: .5rem; }
.performers span, #viewers-list span { color: var(--quiet); }
.desk { display: grid; gap: 0 2rem; }
.desk section { min-width: 0; }
.desk select { font: inherit; min-height: 2.75rem; width: 100%; padding: .5rem .75rem; border-radius: .5rem;
  border: 1px solid var(--line); background: var(--paper); color: inherit; }
.desk fieldset { border: 0; padding: 0; margin: 0; min-width: 0; display: grid; gap: .625rem; }
.desk form, #hold form { margin-block: .625rem; }
.desk input { width: 100%; }
.switches { display: flex; flex-wrap: wrap; gap: .625rem; }
.switches form { margin: 0; }
#log { height: 22rem; overflow-y: auto; border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .75rem;
  margin-bottom: .75rem; }
#log > * { padding-block: .125rem; }
#log time, #log .happened { color: var(--quiet); }
#log time { font-variant-numeric: tabular-nums; }
summary { min-height: 2.75rem; padding-block: .625rem; cursor: pointer; color: var(--strong); }
.pictures { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); }
.pictures figure { margin: 0; display: grid; gap: .375rem; align-content: start; }
.pictures video { width: 100%; aspect-ratio: 16 / 9; background: #000; border-radius: .5rem; object-fit: contain; }
.pictures meter { width: 100%; }
.pictures figure:has(meter) { grid-template-columns: auto 1fr; align-items: center; }
.pictures figure:has(meter) > :not(label, meter) { grid-column: 1 / -1; }
#cam-backs-list { list-style: none; padding: 0; margin: 0;
  grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); }
#cam-backs-list .waiting { color: var(--quiet); margin: .375rem 0; }
#cam-backs-list [data-playing] .waiting { visibility: hidden; }
.camera figure { margin: 0 0 .75rem; }
.camera ul + * { margin-block-start: .75rem; }
.desk .choice { display: flex; gap: .625rem; align-items: center; min-height: 2.75rem; }
.desk .choice input { width: 1.5rem; height: 1.5rem; min-height: 0; flex: none; margin: 0; }
.camera details input { margin-block: .375rem .625rem; }
.with-viewers { min-width: 0; }
.sound { margin-block-start: .375rem; }
#conversations { margin-block: 0; }
#conversations li > span { display: block; overflow-wrap: anywhere; }
@media (min-width: 60rem) {
  .wide header, .wide main { max-width: 78rem; }
  .wide header { padding-block: .25rem; }
  .wide main { padding-block: .75rem; }
  .top { display: grid; grid-template-columns: 1fr 1fr; gap: 0 2rem; }
  .top .back { grid-column: 1 / -1; margin: 0; }
  .top .show { grid-column: 2; grid-row: 2 / span 2; }
  .top h1, .top h2, #hold p { margin-block: 0 .25rem; }
  #hold { grid-column: 1; display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: center; }
  #hold p { flex: 1 1 100%; }
  #hold p:has(+ form) { flex: 1 1 20rem; }
  #hold form { margin: 0; }
  #camera-state, #picture-state, #by-program { display: inline; }
  #checklist { columns: 2; }
  .requests { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; }
  .requests h2, .requests p { margin-block: .5rem; }
  .requests ul { flex: 1 1 100%; }
  .requests li { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; }
  .requests li form { margin: 0; }
  .requests li form:has(label) { flex: 1; grid-template-columns: auto minmax(8rem, 1fr) auto; align-items: center; }
  .desk:has(.camera:not([hidden])) { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .inbox { grid-template-columns: minmax(0, 1fr) minmax(0, 2fr); }
  .desk h2 { margin-block: .5rem; }
  .desk p, .desk ul { margin-block: .375rem; }
  .say fieldset { grid-template-columns: minmax(6rem, 1fr) minmax(0, 2fr) auto; grid-auto-flow: column;
    grid-template-rows: auto auto; gap: .25rem .625rem; }
  .say button { grid-row: 2; }
}
`
