/**
 * The search field for a performer's name: an editable combobox whose list is prefetched on approach. Arrow keys
 * point at an option while the field keeps the focus, Enter opens one, Escape first clears the text, then closes
 * the list.
 */
import { Search, X } from "lucide-react"
import {
  type KeyboardEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react"
import { m } from "@foldcast/messages/messages"
import { IconButton } from "@foldcast/ui/icon-button.tsx"
import { useCut } from "@foldcast/ui/use-cut"
import { useRuntime } from "../../runtime/react.tsx"
import { LazyBoundary } from "../site/lazy-boundary.tsx"
import { lazyOverlay, useApproachWhenIdle } from "../site/lazy-overlay.tsx"
import { escaped, nextOption } from "./option-keys.ts"
import type { SearchPopupProps } from "./search-popup.tsx"
import "./search-bar.css"

const popup = lazyOverlay<SearchPopupProps>(
  async () => (await import("./search-popup.tsx")).SearchPopup,
)

/** UI Events, 7.3.1: the code of a key that an input method handles. */
const COMPOSING = 229
/** The maximum length of a username. */
const MAX_LENGTH = 32
const DRAFT = "search"

export function SearchBar() {
  const { drafts } = useRuntime()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState("")
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState<string | null>(null)
  const [shown, setShown] = useState<ReadonlyArray<string>>([])
  const { isCut, handlers } = useCut(MAX_LENGTH, typed)
  const optionId = useCallback((performerId: string) => `${id}-${performerId}`, [id])
  const hasList = isOpen && shown.length > 0
  // The performer at which the field pointed may no longer be in the list.
  const pointed = active !== null && shown.includes(active) ? active : null
  const Popup = popup.Component
  useApproachWhenIdle(popup)

  const type = (text: string) => {
    setTyped(text)
    setOpen(true)
    setActive(null)
  }
  // The text from before the page had to reload.
  const restore = useEffectEvent(() => {
    const kept = drafts.read(DRAFT)?.["typed"]
    drafts.forget(DRAFT)
    if (kept !== undefined) type(kept.slice(0, MAX_LENGTH))
  })
  useEffect(() => {
    restore()
  }, [])
  const close = () => {
    setOpen(false)
    setActive(null)
    setShown([])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method is still composing the text; in Safari the key that ends the composition has no other mark.
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === COMPOSING) return
    if (event.key === "Escape" && isOpen) {
      event.preventDefault()
      if (escaped(typed) === "clears") type("")
      else close()
      return
    }
    if (event.key === "Enter" && hasList) {
      event.preventDefault()
      document.getElementById(optionId(pointed ?? shown[0] ?? ""))?.click()
      return
    }
    if (event.key === "ArrowDown" && !isOpen) setOpen(true)
    const next = nextOption(event.key, pointed, shown)
    if (next === undefined) return
    event.preventDefault()
    setActive(next)
  }
  return (
    <search
      className="search-bar"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close()
      }}
    >
      <Search size={18} aria-hidden="true" className="search-bar__icon" />
      <input
        ref={field}
        type="text"
        role="combobox"
        className="search-bar__field"
        aria-label={m.search_label()}
        placeholder={m.search_placeholder()}
        aria-autocomplete="list"
        aria-expanded={hasList}
        aria-controls={hasList ? `${id}-list` : undefined}
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
          type(currentTarget.value)
        }}
        onKeyDown={onKeyDown}
        {...handlers}
      />
      {typed !== "" && (
        <IconButton
          label={m.search_clear()}
          className="search-bar__clear"
          onPress={() => {
            type("")
            field.current?.focus()
          }}
        >
          <X size={18} aria-hidden="true" />
        </IconButton>
      )}
      {isOpen && (
        <LazyBoundary
          className="search-popup search-popup--failed"
          onReload={() => {
            drafts.keep(DRAFT, { typed })
          }}
        >
          <Popup
            typed={typed}
            note={isCut ? m.field_cut({ count: String(MAX_LENGTH) }) : null}
            listId={`${id}-list`}
            pointed={pointed}
            optionId={optionId}
            onShown={setShown}
            onChosen={() => {
              setTyped("")
              close()
            }}
          />
        </LazyBoundary>
      )}
    </search>
  )
}
