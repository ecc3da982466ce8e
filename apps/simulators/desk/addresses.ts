/** The desk's addresses. Pure. */
import type { Language } from "../page/language.ts"

export const DESK_SCRIPT = "/desk/desk.js"

export const deskAddress = (language: Language, name = ""): string =>
  `/desk?${new URLSearchParams({ lang: language, ...(name !== "" && { name }) }).toString()}`

export const roomAddress = (performerId: string, language: Language): string =>
  `/desk/${encodeURIComponent(performerId)}?lang=${language}`
