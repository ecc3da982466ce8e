/**
 * Every schema that crosses the browser's border, and its facts one by one, as canonical text. The
 * protocol test hashes the whole (protocol-version.ts); captures name each fact's fingerprint.
 *
 * Only what a reader of the wire can notice counts: shapes, checks, versions and scopes. Documentation
 * and sensitivity are left out.
 */
import { type Schema, SchemaRepresentation } from "effect"
import { canonicalJson } from "./capture/canonical-json.ts"
import { CaptureFooter, CaptureHeader, CaptureLine } from "./capture/capture.ts"
import type { Sha256 } from "./capture/hash-chain.ts"
import { CommandRequest } from "./commands/command.ts"
import { Admitted, FactsStored, Problem } from "./commands/problem.ts"
import { Envelope } from "./stream/envelope.ts"
import { EVENT_TAGS, type EventTag, FACT_TRAITS, FACT_SCHEMAS } from "./stream/event.ts"
import { BrowserFrame, GatewayFrame } from "./stream/frames.ts"

const WIRE = {
  GatewayFrame,
  BrowserFrame,
  Envelope,
  CommandRequest,
  Admitted,
  FactsStored,
  Problem,
  CaptureHeader,
  CaptureLine,
  CaptureFooter,
} as const

/** The representation without annotations, which say nothing about the wire. */
const shapeOnly = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOnly)
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "annotations")
      .map(([key, member]) => [key, shapeOnly(member)]),
  )
}

const shapeOf = (schema: Schema.Top): unknown =>
  shapeOnly(SchemaRepresentation.toRepresentation(schema.ast))

/** One text for all of the wire; its SHA-256 is the schema hash. @internal The protocol's test hashes it. */
export const wireSchemasText = (): string =>
  canonicalJson({
    schemas: Object.fromEntries(
      Object.entries(WIRE).map(([name, schema]) => [name, shapeOf(schema)]),
    ),
    facts: FACT_TRAITS,
  })

/** Version and fingerprint of each fact, for a capture's header. */
export const factFingerprints = (
  sha256: Sha256,
): Readonly<Record<EventTag, { readonly v: number; readonly fingerprint: string }>> =>
  Object.fromEntries(
    EVENT_TAGS.map((tag) => [
      tag,
      {
        v: FACT_TRAITS[tag].v,
        fingerprint: sha256(canonicalJson(shapeOf(FACT_SCHEMAS[tag]))).slice(0, 16),
      },
    ]),
  ) as Record<EventTag, { v: number; fingerprint: string }>
