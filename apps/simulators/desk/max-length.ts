/** A field that takes no more than so many characters, and what is said where what is pasted into it is cut (TEXT-06). */
import { m } from "@foldcast/messages/messages"
import { html } from "hono/html"
import type { Language } from "../page/language.ts"
import type { Markup } from "../page/layout.ts"

/** The attributes of an `input`. */
export const maxLengthAttributes = (characters: number, language: Language): Markup =>
  html`maxlength="${characters}"
  data-cut="${m.field_cut({ count: String(characters) }, { locale: language })}"`
