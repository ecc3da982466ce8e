/** What was typed travels as typed; the rules decide what is acceptable, with a message per field. */
import { Schema } from "effect"
import { MAX_TYPED } from "./typed-length.ts"

export const typed = Schema.String.check(Schema.isMaxLength(MAX_TYPED))
