/**
 * Tabs with panels: arrow keys, Home and End move between tabs, and the panel follows. All panels are in the
 * page, so search engines can read them, and so can visitors without script. Built from plain elements, because
 * the library's collections would weigh more than the pages that use it.
 */
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react"
import "./tabs.css"

export interface TabContent {
  readonly id: string
  readonly label: ReactNode
  readonly content: ReactNode
}

export interface TabsProps {
  /** The accessible name of the tab list. */
  readonly label: string
  readonly tabs: ReadonlyArray<TabContent>
  /** The shown tab when the caller controls it; otherwise the tabs keep their own state. */
  readonly selected?: number
  readonly onSelect?: (index: number) => void
}

/** Null for keys that the tabs do not handle. Wraps around at both ends. */
const tabOfKey = (key: string, at: number, count: number, isMirrored: boolean): number | null => {
  const forward = isMirrored ? "ArrowLeft" : "ArrowRight"
  const backward = isMirrored ? "ArrowRight" : "ArrowLeft"
  switch (key) {
    case forward:
      return (at + 1) % count
    case backward:
      return (at + count - 1) % count
    case "Home":
      return 0
    case "End":
      return count - 1
    default:
      return null
  }
}

export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const prefix = useId()
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(0)
  const shown = Math.min(selected ?? chosen, tabs.length - 1)
  const choose = (index: number) => {
    setChosen(index)
    onSelect?.(index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isMirrored = getComputedStyle(event.currentTarget).direction === "rtl"
    const next = tabOfKey(event.key, shown, tabs.length, isMirrored)
    if (next === null) return
    event.preventDefault()
    choose(next)
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus()
  }
  return (
    <div className="ui-tabs">
      <div ref={list} role="tablist" aria-label={label} className="ui-tabs__list">
        {tabs.map(({ id, label: name }, index) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${prefix}-tab-${id}`}
            aria-controls={`${prefix}-panel-${id}`}
            aria-selected={index === shown}
            tabIndex={index === shown ? 0 : -1}
            className="ui-tabs__tab"
            onKeyDown={onKeyDown}
            onClick={() => {
              choose(index)
            }}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ id, content }, index) => (
        <div
          key={id}
          role="tabpanel"
          id={`${prefix}-panel-${id}`}
          aria-labelledby={`${prefix}-tab-${id}`}
          // Not `hidden`, because all panels show without script.
          data-inert={index === shown ? undefined : true}
          // A panel without focusable content must still be reachable.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="ui-tabs__panel"
        >
          {content}
        </div>
      ))}
    </div>
  )
}
