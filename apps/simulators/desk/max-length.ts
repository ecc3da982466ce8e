/** The limit of a text field, and the sentence that the script shows where a paste is cut at it (TEXT-06). Pure. */
import { m } from "@foldcast/messages/messages"
import { html } from "hono/html"
import type { Language } from "../page/language.ts"
import type { Markup } from "../page/layout.ts"

/** The attributes of an `input`. */
export const maxLengthAttributes = (characters: number, language: Language): Markup =>
  html`maxlength="${characters}"
  data-cut="${m.field_cut({ count: String(characters) }, { locale: language })}"`
