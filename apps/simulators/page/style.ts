/** The style sheet of all simulated parties: unlike the site's on purpose, so that nobody mistakes them for it. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1d2430; --quiet: #525c6b; --paper: #fff; --ground: #eef0f3;
  --line: #8b95a3; --strong: #1f4f82; --on-strong: #fff; --note: #fff4d6; --on-note: #4a3500; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ebf0; --quiet: #b3bcc9; --paper: #1c222b; --ground: #12161c; --line: #75808f;
    --strong: #9cc7f5; --on-strong: #10233a; --note: #3a3015; --on-note: #ffe6a3; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, "Liberation Sans", sans-serif; overflow-wrap: anywhere; }
header, main { max-width: 34rem; margin-inline: auto; padding: 1rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; justify-content: space-between; align-items: center; }
header p { margin: 0; font-weight: 700; }
h1 { font-size: 1.375rem; line-height: 1.25; margin: 0 0 1rem; }
h2 { font-size: 1.0625rem; margin: 1.5rem 0 .75rem; }
main { background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem; }
@media (max-width: 35.9rem) { main { border-inline: 0; border-radius: 0; } }
.note { background: var(--note); color: var(--on-note); padding: .75rem 1rem; border-radius: .5rem; margin: 0 0 1.25rem; }
dl { display: grid; grid-template-columns: minmax(6rem, auto) 1fr; gap: .375rem 1rem; margin: 0; }
dt { color: var(--quiet); }
dd { margin: 0; }
.amount { font-weight: 700; font-variant-numeric: tabular-nums; }
ul { margin: 0; padding-inline-start: 1.25rem; }
.mails { list-style: none; padding: 0; }
.mails li { padding-block: .75rem; border-top: 1px solid var(--line); }
.mails a { font-weight: 600; display: inline-block; padding-block: .25rem; }
.mails p { margin: 0; color: var(--quiet); }
pre { font: inherit; white-space: pre-wrap; margin: 0; padding: 1rem; border: 1px solid var(--line); border-radius: .5rem; }
iframe { width: 100%; height: 36rem; border: 1px solid var(--line); border-radius: .5rem; background: #fff; }
input { font: inherit; min-height: 2.75rem; padding: .5rem .75rem; border-radius: .5rem; border: 1px solid var(--line);
  background: var(--paper); color: inherit; }
form[role=search] { margin-bottom: 1.25rem; }
form { display: grid; gap: .625rem; }
button, .action { font: inherit; min-height: 2.75rem; padding: .5rem 1rem; border-radius: .5rem; cursor: pointer;
  border: 1px solid var(--line); background: transparent; color: inherit; text-align: center; text-decoration: none; }
.action { display: inline-block; }
.first { background: var(--strong); color: var(--on-strong); border-color: var(--strong); font-weight: 600; }
button:disabled, select:disabled { background: transparent; border-color: var(--line); color: var(--quiet);
  border-style: dashed; cursor: default; font-weight: 400; opacity: .75; }
a { color: var(--strong); }
.action.first { color: var(--on-strong); }
header a { display: inline-block; padding-block: .625rem; }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px; }
`
