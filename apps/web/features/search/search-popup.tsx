/**
 * The list below the search field: first the seen names that begin with the text, then, after a divider, the
 * others; or a hint, or that nobody was found. Each name is a link to a profile. The field keeps the focus and
 * receives the option that it points at.
 */
import { Link, useLocation } from "@tanstack/react-router"
import { useEffect } from "react"
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import { type FoundName, isAutocompleted } from "@foldcast/rules/performer-search"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { VisuallyHidden } from "@foldcast/ui/visually-hidden.tsx"
import { fromThisList } from "../performers/list-entry.ts"
import { useLocale } from "../site/page-frame-context.tsx"
import { linkLocale, ROUTE_OF } from "../site/page-target.ts"
import { inOrder } from "./search-results.ts"
import { useSearch } from "./use-search.ts"
import "./search-popup.css"

export interface SearchPopupProps {
  readonly typed: string
  /** The result of the typed text; null where there is no message. */
  readonly note: string | null
  readonly listId: string
  /** The performer at which the field points. */
  readonly pointed: string | null
  readonly optionId: (performerId: string) => string
  /** Called with the shown performers, in the order of the arrow keys. */
  readonly onShown: (performerIds: ReadonlyArray<string>) => void
  readonly onChosen: () => void
}

const hintOf = (typed: string, isAsking: boolean): string => {
  if (typed.trim() === "") return m.search_hint()
  if (isAsking) return m.search_searching()
  return isAutocompleted(typed) ? m.search_none() : m.search_hint_more()
}

interface OptionsProps {
  readonly label: string
  readonly names: ReadonlyArray<FoundName>
  readonly popup: SearchPopupProps
}

function Options({ label, names, popup }: OptionsProps) {
  const locale = useLocale()
  const pathname = useLocation({ select: (location) => location.pathname })
  const { pointed, optionId, onChosen } = popup
  if (names.length === 0) return null
  return (
    <div role="group" aria-label={label} className="search-popup__group">
      {names.map(({ performerId, username }) => (
        <Link
          key={performerId}
          id={optionId(performerId)}
          role="option"
          aria-selected={pointed === performerId}
          tabIndex={-1}
          className="search-popup__option"
          translate="no"
          to={ROUTE_OF["profile-model"]}
          params={{ model: username, locale: linkLocale(pathname, locale) }}
          state={fromThisList}
          // The field keeps the focus until the next page shows.
          onMouseDown={(event) => {
            event.preventDefault()
          }}
          onClick={onChosen}
        >
          {username}
        </Link>
      ))}
    </div>
  )
}

export function SearchPopup(props: SearchPopupProps) {
  const { typed, note, listId, pointed, optionId, onShown } = props
  const locale = useLocale()
  const { matches, isAsking } = useSearch(typed)
  const ids = inOrder(matches).map(({ performerId }) => performerId)
  const count = ids.length
  const shown = ids.join(" ")
  useEffect(() => {
    onShown(shown === "" ? [] : shown.split(" "))
  }, [shown, onShown])
  useEffect(() => {
    if (pointed === null) return
    document.getElementById(optionId(pointed))?.scrollIntoView({ block: "nearest" })
  }, [pointed, optionId])
  const hint = count === 0 ? hintOf(typed, isAsking) : null
  const found = m.search_found({ count, formatted: formatCount(count, locale) })
  return (
    <div className="search-popup">
      {note !== null && (
        <p className="search-popup__hint" aria-hidden="true">
          <TextRun>{note}</TextRun>
        </p>
      )}
      {count > 0 && (
        <div id={listId} role="listbox" aria-label={m.search_results()}>
          <Options label={m.search_prefix()} names={matches.prefix} popup={props} />
          <Options label={m.search_others()} names={matches.others} popup={props} />
        </div>
      )}
      {hint !== null && (
        <p className="search-popup__hint" aria-hidden="true">
          <TextRun>{hint}</TextRun>
        </p>
      )}
      <VisuallyHidden>
        <span role="status">
          <TextRun>{[note, hint ?? found].filter((said) => said !== null).join(" ")}</TextRun>
        </span>
      </VisuallyHidden>
    </div>
  )
}
