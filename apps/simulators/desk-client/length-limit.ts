/** Whether a text that is pasted or dropped into a field of one line still fits. Pure. */

export interface LimitedField {
  readonly value: string
  readonly selectionStart: number | null
  readonly selectionEnd: number | null
  readonly maxLength: number
}

/** A browser cuts the text at the limit. It replaces the selection and drops line breaks. */
export const isCut = (field: LimitedField, inserted: string): boolean => {
  const selected = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0)
  const length = field.value.length - selected + inserted.replaceAll(/[\r\n]/gu, "").length
  return length > field.maxLength
}
