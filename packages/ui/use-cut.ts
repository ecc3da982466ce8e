/**
 * Whether a field has just cut what was pasted or dropped into it: a browser cuts at `maxlength` and says nothing.
 * It holds for as long as the field has what was left of it: until something is typed, sent or put in its place.
 */
import { type ClipboardEvent, type DragEvent, type InputEvent, useState } from "react"

export interface Cut {
  readonly isCut: boolean
  /** For the input itself. */
  readonly handlers: {
    readonly onPaste: (event: ClipboardEvent<HTMLInputElement>) => void
    readonly onDrop: (event: DragEvent<HTMLInputElement>) => void
    readonly onInput: (event: InputEvent<HTMLInputElement>) => void
  }
}

/** An input of one line drops breaks before it counts. */
const lengthOf = (text: string): number => text.replaceAll(/[\r\n]/gu, "").length

const PUT_IN: ReadonlySet<string> = new Set(["insertFromPaste", "insertFromDrop"])

/** `maxLength`: undefined for a field that takes any length. `value`: what the field has now, whoever put it there. */
export const useCut = (maxLength: number | undefined, value: string): Cut => {
  /** What the field had when something was cut. */
  const [cut, setCut] = useState<string | null>(null)
  const note = (input: HTMLInputElement, text: string, replaced: number) => {
    const length = input.value.length - replaced + lengthOf(text)
    setCut(maxLength !== undefined && length > maxLength ? input.value : null)
  }
  return {
    isCut: cut !== null && cut === value,
    handlers: {
      onPaste: ({ currentTarget, clipboardData }) => {
        const { selectionStart, selectionEnd } = currentTarget
        const selected = (selectionEnd ?? 0) - (selectionStart ?? 0)
        note(currentTarget, clipboardData.getData("text"), selected)
      },
      onDrop: ({ currentTarget, dataTransfer }) => {
        note(currentTarget, dataTransfer.getData("text"), 0)
      },
      onInput: ({ currentTarget, nativeEvent }) => {
        const { value: put } = currentTarget
        setCut((before) => (before !== null && PUT_IN.has(nativeEvent.inputType) ? put : null))
      },
    },
  }
}
