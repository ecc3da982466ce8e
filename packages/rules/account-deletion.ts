/** Deleting an account is confirmed by the member's own name, in any case. */
export type DeletionFault = "required" | "anotherName"

export const deletionFault = (typed: string, username: string): DeletionFault | null => {
  const name = typed.trim()
  if (name === "") return "required"
  return name.toLowerCase() === username.toLowerCase() ? null : "anotherName"
}
