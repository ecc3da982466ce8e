/**
 * Whether a text could be copied. There is no clipboard outside secure contexts, and a visitor may deny access to it.
 * The text can still be selected.
 */
export const copied = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
