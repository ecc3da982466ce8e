/**
 * Whether a field has just cut what was pasted or dropped into it: a browser cuts at `maxlength` and says nothing. It
 * holds until the next thing is typed. Callers: text-field.tsx, and fields that are no text field of the kit.
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

/** `maxLength`: undefined for a field that takes any length. */
export const useCut = (maxLength: number | undefined): Cut => {
  const [isCut, setCut] = useState(false)
  const note = (input: HTMLInputElement, text: string, replaced: number) => {
    setCut(maxLength !== undefined && input.value.length - replaced + lengthOf(text) > maxLength)
  }
  return {
    isCut,
    handlers: {
      onPaste: ({ currentTarget, clipboardData }) => {
        const { selectionStart, selectionEnd } = currentTarget
        const selected = (selectionEnd ?? 0) - (selectionStart ?? 0)
        note(currentTarget, clipboardData.getData("text"), selected)
      },
      onDrop: ({ currentTarget, dataTransfer }) => {
        note(currentTarget, dataTransfer.getData("text"), 0)
      },
      onInput: ({ nativeEvent }) => {
        if (!PUT_IN.has(nativeEvent.inputType)) setCut(false)
      },
    },
  }
}
