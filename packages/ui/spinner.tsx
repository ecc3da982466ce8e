/** A spinning ring beside a text that names the wait; it has no accessible name itself. */
import "./spinner.css"

export function Spinner() {
  return <span className="ui-spinner" aria-hidden="true" />
}
