/** The focus of a button that asks before it acts: on the answer while it asks, and back on the button after that. */
import { type RefObject, useEffect, useRef } from "react"

export interface QuestionFocus {
  readonly askButton: RefObject<HTMLButtonElement | null>
  readonly confirmButton: RefObject<HTMLButtonElement | null>
}

export const useQuestionFocus = (isAsking: boolean): QuestionFocus => {
  const askButton = useRef<HTMLButtonElement>(null)
  const confirmButton = useRef<HTMLButtonElement>(null)
  const wasAsking = useRef(false)
  useEffect(() => {
    if (isAsking) confirmButton.current?.focus()
    else if (wasAsking.current) askButton.current?.focus()
    wasAsking.current = isAsking
  }, [isAsking])
  return { askButton, confirmButton }
}
