/** The desk's paths. Pure. */
import type { Language } from "../page/language.ts"

export const DESK_SCRIPT_PATH = "/desk/desk.js"

export const deskPath = (language: Language, name = ""): string =>
  `/desk?${new URLSearchParams({ lang: language, ...(name !== "" && { name }) }).toString()}`

export const deskRoomPath = (performerId: string, language: Language): string =>
  `/desk/${encodeURIComponent(performerId)}?lang=${language}`
