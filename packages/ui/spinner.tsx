/** A turning ring beside a text that says what is being waited for; on its own it says nothing. */
import "./spinner.css"

export function Spinner() {
  return <span className="ui-spinner" aria-hidden="true" />
}
