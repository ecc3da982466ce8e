/** The desk's paths. Pure. */
import type { Language } from "../page/language.ts"

export const DESK_SCRIPT_PATH = "/desk/desk.js"

export const deskPath = (language: Language, name = ""): string =>
  `/desk?${new URLSearchParams({ lang: language, ...(name !== "" && { name }) }).toString()}`

export const deskRoomPath = (performerId: string, language: Language): string =>
  `/desk/${encodeURIComponent(performerId)}?lang=${language}`

/** Her messages; those of one conversation as well, where one is named. */
export const deskInboxPath = (
  performerId: string,
  language: Language,
  conversation: string | null = null,
): string => {
  const query = new URLSearchParams({
    lang: language,
    ...(conversation !== null && { conversation }),
  })
  return `/desk/${encodeURIComponent(performerId)}/messages?${query.toString()}`
}

export const deskMessagePicturePath = (performerId: string, picture: string): string =>
  `/desk/${encodeURIComponent(performerId)}/message-pictures/${encodeURIComponent(picture)}`
