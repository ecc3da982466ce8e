/** Whether a key that is pressed cuts picture and sound. Pure. */

export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}

/** Where a key may be part of what is typed; in a select or on a checkbox it is not. */
export const TEXT_FIELDS = "textarea, [contenteditable], input:not([type=checkbox])"

/** `isInField`: the key was pressed in one of TEXT_FIELDS. */
export const isCutKey = (press: KeyPress, cutKey: string, isInField: boolean): boolean =>
  press.key === cutKey &&
  !isInField &&
  !(press.ctrlKey || press.altKey || press.metaKey || press.shiftKey)
