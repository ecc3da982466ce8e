/**
 * The list below the search field: first the seen names that begin with the text, then, after a divider, the
 * others, then all results; or a hint, or that nobody was found. Each is a link, to a profile or to the page of
 * results. The field keeps the focus and receives the option that it points at.
 */
import { Link, useLocation } from "@tanstack/react-router"
import { type MouseEvent, useEffect } from "react"
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import type { PerformerSummary } from "@foldcast/contracts/queries/performers"
import { isAutocompleted } from "@foldcast/rules/performer-search"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { VisuallyHidden } from "@foldcast/ui/visually-hidden.tsx"
import { fromThisList } from "../performers/list-entry.ts"
import { PerformerPicture } from "../performers/performer-picture.tsx"
import { StatusChip } from "../performers/status-chip.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { linkLocale, ROUTE_OF } from "../site/page-target.ts"
import { namedSearch } from "./results-address.ts"
import { inOrder } from "./search-results.ts"
import { useSearch } from "./use-search.ts"
import "./search-popup.css"

export interface SearchPopupProps {
  readonly typed: string
  /** The result of the typed text; null where there is no message. */
  readonly note: string | null
  readonly listId: string
  /** The option at which the field points. */
  readonly pointed: string | null
  readonly optionId: (option: string) => string
  /** Called with the shown options, in the order of the arrow keys: performers by their ids. */
  readonly onShown: (options: ReadonlyArray<string>) => void
  readonly onChosen: () => void
}

const hintOf = (typed: string, isAsking: boolean): string => {
  if (typed.trim() === "") return m.search_hint()
  if (isAsking) return m.search_searching()
  return isAutocompleted(typed) ? m.search_none() : m.search_hint_more()
}

/** The option that leads to the page of results; no performer has this id. */
const ALL = "."

const optionProps = (option: string, { pointed, optionId, onChosen }: SearchPopupProps) => ({
  id: optionId(option),
  role: "option",
  "aria-selected": pointed === option,
  tabIndex: -1,
  // The field keeps the focus until the next page shows.
  onMouseDown: (event: MouseEvent) => {
    event.preventDefault()
  },
  onClick: onChosen,
})

interface FoundProps {
  readonly performer: PerformerSummary
  readonly popup: SearchPopupProps
}

function Found({ performer, popup }: FoundProps) {
  const { performerId, username, onlineStatus, picture, nonude } = performer
  const locale = useLocale()
  const pathname = useLocation({ select: (location) => location.pathname })
  const option = optionProps(performerId, popup)
  return (
    <Link
      {...option}
      className="search-popup__option"
      to={ROUTE_OF["profile-model"]}
      params={{ model: username, locale: linkLocale(pathname, locale) }}
      state={fromThisList}
    >
      <PerformerPicture
        picture={picture}
        nonude={nonude}
        username={username}
        shape="avatar"
        when="eager"
        className="search-popup__portrait"
      />
      <span className="search-popup__name" translate="no">
        {username}
      </span>
      <StatusChip status={onlineStatus} className="search-popup__status" />
    </Link>
  )
}

interface OptionsProps {
  readonly label: string
  readonly performers: ReadonlyArray<PerformerSummary>
  readonly popup: SearchPopupProps
}

function Options({ label, performers, popup }: OptionsProps) {
  if (performers.length === 0) return null
  return (
    <div role="group" aria-label={label} className="search-popup__group">
      {performers.map((performer) => (
        <Found key={performer.performerId} performer={performer} popup={popup} />
      ))}
    </div>
  )
}

interface AllResultsProps {
  readonly popup: SearchPopupProps
  /** Whether there is somebody of that name; the page of results shows who is live otherwise. */
  readonly isFound: boolean
}

function AllResults({ popup, isFound }: AllResultsProps) {
  const locale = useLocale()
  const pathname = useLocation({ select: (location) => location.pathname })
  const option = optionProps(ALL, popup)
  return (
    <Link
      {...option}
      className="search-popup__option search-popup__all"
      to={ROUTE_OF["search-results"]}
      params={{ locale: linkLocale(pathname, locale) }}
      search={namedSearch(popup.typed)}
    >
      {isFound ? m.search_all() : m.search_live_instead()}
    </Link>
  )
}

export function SearchPopup(props: SearchPopupProps) {
  const { typed, note, listId, pointed, optionId, onShown } = props
  const locale = useLocale()
  const { matches, isAsking } = useSearch(typed)
  const ids = inOrder(matches).map(({ performerId }) => performerId)
  const count = ids.length
  const isFound = count > 0
  const hasAll = isAutocompleted(typed) && (isFound || !isAsking)
  const shown = [...ids, ...(hasAll ? [ALL] : [])].join(" ")
  useEffect(() => {
    onShown(shown === "" ? [] : shown.split(" "))
  }, [shown, onShown])
  useEffect(() => {
    if (pointed === null) return
    document.getElementById(optionId(pointed))?.scrollIntoView({ block: "nearest" })
  }, [pointed, optionId])
  const hint = !isFound ? hintOf(typed, isAsking) : null
  const found = m.search_found({ count, formatted: formatCount(count, locale) })
  return (
    <div className="search-popup">
      {note !== null && (
        <p className="search-popup__hint" aria-hidden="true">
          <TextRun>{note}</TextRun>
        </p>
      )}
      {hint !== null && (
        <p className="search-popup__hint" aria-hidden="true">
          <TextRun>{hint}</TextRun>
        </p>
      )}
      {(isFound || hasAll) && (
        <div id={listId} role="listbox" aria-label={m.search_results()}>
          <Options label={m.search_prefix()} performers={matches.prefix} popup={props} />
          <Options label={m.search_others()} performers={matches.others} popup={props} />
          {hasAll && <AllResults popup={props} isFound={isFound} />}
        </div>
      )}
      <VisuallyHidden>
        <span role="status">
          <TextRun>{[note, hint ?? found].filter((said) => said !== null).join(" ")}</TextRun>
        </span>
      </VisuallyHidden>
    </div>
  )
}
