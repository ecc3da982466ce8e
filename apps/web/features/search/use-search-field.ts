/**
 * The state of the search field: its text, its list and the option that it points at. Arrow keys point at an option
 * while the field keeps the focus, Enter opens it, Escape first clears the text, then closes the list. Without an
 * option that it points at, Enter sends the form: to the page of results (use-results-form.ts).
 */
"use no memo"

import { type KeyboardEvent, useCallback, useEffect, useEffectEvent, useId, useState } from "react"
import { useRuntime } from "../../runtime/react.tsx"
import { escaped, nextOption } from "./option-keys.ts"

/** UI Events, 7.3.1: the code of a key that an input method handles. */
const COMPOSING = 229
/** The maximum length of a username. */
export const MAX_LENGTH = 32
const DRAFT = "search"

export const useSearchField = () => {
  const { drafts } = useRuntime()
  const id = useId()
  const [typed, setTyped] = useState("")
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState<string | null>(null)
  const [shown, setShown] = useState<ReadonlyArray<string>>([])
  const optionId = useCallback((option: string) => `${id}-${option}`, [id])
  const hasList = isOpen && shown.length > 0
  // The option at which the field pointed may no longer be in the list.
  const pointed = active !== null && hasList && shown.includes(active) ? active : null

  const type = (text: string) => {
    setTyped(text)
    setOpen(true)
    setActive(null)
  }
  const close = () => {
    setOpen(false)
    setActive(null)
    setShown([])
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

  const onKeyDown = (event: KeyboardEvent) => {
    // An input method is still composing the text; in Safari the key that ends the composition has no other mark.
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === COMPOSING) return
    if (event.key === "Escape" && isOpen) {
      event.preventDefault()
      if (escaped(typed) === "clears") type("")
      else close()
      return
    }
    if (event.key === "Enter" && pointed !== null) {
      event.preventDefault()
      document.getElementById(optionId(pointed))?.click()
      return
    }
    if (event.key === "ArrowDown" && !isOpen) setOpen(true)
    const next = nextOption(event.key, pointed, shown)
    if (next === undefined) return
    event.preventDefault()
    setActive(next)
  }

  return {
    typed,
    isOpen,
    hasList,
    pointed,
    listId: `${id}-list`,
    optionId,
    type,
    close,
    choose: () => {
      setTyped("")
      close()
    },
    keepDraft: () => drafts.keep(DRAFT, { typed }),
    onShown: setShown,
    onKeyDown,
  }
}
