/** What the desk's pages need beside page/style.ts. Served after it. */
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
.pictures { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); }
.pictures figure { margin: 0; display: grid; gap: .375rem; align-content: start; }
.pictures video { width: 100%; aspect-ratio: 16 / 9; background: #000; border-radius: .5rem; object-fit: contain; }
.pictures meter { width: 100%; }
#cam-backs-list { list-style: none; padding: 0; margin: 0; }
#cam-backs-list .waiting { color: var(--quiet); margin: .375rem 0; }
#cam-backs-list [data-playing] .waiting { visibility: hidden; }
.camera figure { margin: 0 0 .75rem; }
.camera ul + * { margin-block-start: .75rem; }
.desk .choice { display: flex; gap: .625rem; align-items: center; min-height: 2.75rem; }
.desk .choice input { width: 1.5rem; height: 1.5rem; min-height: 0; flex: none; margin: 0; }
.camera details input { margin-block: .375rem .625rem; }
@media (min-width: 60rem) {
  .desk { grid-template-columns: minmax(0, 2fr) minmax(0, 1fr); grid-template-rows: auto auto auto auto 1fr; }
  .desk .room { grid-column: 1; grid-row: 1 / span 5; }
  .desk .requests, .desk .cam-backs, .desk .show, .desk .camera, .desk .viewers { grid-column: 2; }
}
`
