/** An identifier that the visitor accepted to be known by; absent without consent (ADR 0012). */
import { Schema } from "effect"
import { drop } from "../sensitivity.ts"

export const fingerprint = drop(
  Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{8,128}$/u)),
  "dropped-fingerprint",
)
