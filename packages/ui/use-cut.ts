/**
 * Whether a field has just cut pasted or dropped text: a browser cuts at `maxlength` without a message. The
 * flag stays while the field holds the cut text: until the visitor types or sends, or the value is replaced.
 */
import { type ClipboardEvent, type DragEvent, type InputEvent, useState } from "react"

type TextInput = HTMLInputElement | HTMLTextAreaElement

export interface Cut {
  readonly isCut: boolean
  /** Handlers for the input element. */
  readonly handlers: {
    readonly onPaste: (event: ClipboardEvent<TextInput>) => void
    readonly onDrop: (event: DragEvent<TextInput>) => void
    readonly onInput: (event: InputEvent<TextInput>) => void
  }
}

/** A one-line input drops line breaks before it counts. */
const lengthIn = (input: TextInput, text: string): number =>
  input.tagName === "TEXTAREA" ? text.length : text.replaceAll(/[\r\n]/gu, "").length

const PUT_IN: ReadonlySet<string> = new Set(["insertFromPaste", "insertFromDrop"])

/** `maxLength`: undefined for a field without a limit. `value`: the field's present value, from any source. */
export const useCut = (maxLength: number | undefined, value: string): Cut => {
  /** The field's value right after the cut. */
  const [cut, setCut] = useState<string | null>(null)
  const note = (input: TextInput, text: string, replaced: number) => {
    const length = input.value.length - replaced + lengthIn(input, text)
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
