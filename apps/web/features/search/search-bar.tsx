/**
 * The search field for a performer's name: an editable combobox whose list is prefetched on approach, in a form that
 * leads to the page of results.
 */
"use no memo"

import { Search, X } from "lucide-react"
import { useRef } from "react"
import { m } from "@foldcast/messages/messages"
import { SEARCHED_NAME } from "@foldcast/rules/searched-name"
import { IconButton } from "@foldcast/ui/icon-button.tsx"
import { useCut } from "@foldcast/ui/use-cut"
import { LazyBoundary } from "../site/lazy-boundary.tsx"
import { lazyOverlay, useApproachWhenIdle } from "../site/lazy-overlay.tsx"
import { useLayer } from "../site/use-layer.ts"
import type { SearchPopupProps } from "./search-popup.tsx"
import { useResultsForm } from "./use-results-form.ts"
import { MAX_LENGTH, useSearchField } from "./use-search-field.ts"
import "./search-bar.css"

const popup = lazyOverlay<SearchPopupProps>(
  async () => (await import("./search-popup.tsx")).SearchPopup,
)

export function SearchBar() {
  const input = useRef<HTMLInputElement>(null)
  const field = useSearchField()
  const { typed, hasList, pointed, optionId, listId } = field
  const { isCut, handlers } = useCut(MAX_LENGTH, typed)
  const { action, fields, onSubmit } = useResultsForm(typed, field.choose)
  const Popup = popup.Component
  useApproachWhenIdle(popup)
  useLayer("search", field.isOpen, field.close)
  return (
    <search
      className="search-bar"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) field.close()
      }}
    >
      <form action={action} onSubmit={onSubmit}>
        {fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Search size={18} aria-hidden="true" className="search-bar__icon" />
        <input
          ref={input}
          type="text"
          name={SEARCHED_NAME}
          role="combobox"
          className="search-bar__field"
          aria-label={m.search_label()}
          placeholder={m.search_placeholder()}
          aria-autocomplete="list"
          aria-expanded={hasList}
          aria-controls={hasList ? listId : undefined}
          aria-activedescendant={hasList && pointed !== null ? optionId(pointed) : undefined}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={MAX_LENGTH}
          value={typed}
          onFocus={popup.approach}
          onPointerEnter={popup.approach}
          onChange={({ currentTarget }) => {
            field.type(currentTarget.value)
          }}
          onKeyDown={field.onKeyDown}
          {...handlers}
        />
      </form>
      {typed !== "" && (
        <IconButton
          label={m.search_clear()}
          className="search-bar__clear"
          onPress={() => {
            field.type("")
            input.current?.focus()
          }}
        >
          <X size={18} aria-hidden="true" />
        </IconButton>
      )}
      {field.isOpen && (
        <LazyBoundary className="search-popup search-popup--failed" onReload={field.keepDraft}>
          <Popup
            typed={typed}
            note={isCut ? m.field_cut({ count: String(MAX_LENGTH) }) : null}
            listId={listId}
            pointed={pointed}
            optionId={optionId}
            onShown={field.onShown}
            onChosen={field.choose}
          />
        </LazyBoundary>
      )}
    </search>
  )
}
