/** A member's row for tests that need a member but test something else. */
import type { NewMember } from "./member-store.ts"

export const newMember = (over: Partial<NewMember> = {}): NewMember => ({
  id: "m_1",
  email: "a@mail.example",
  username: "a",
  passwordHash: "none",
  verified: true,
  birthday: null,
  lang: "nl",
  brand: "foldcast",
  at: new Date(0),
  ...over,
})
