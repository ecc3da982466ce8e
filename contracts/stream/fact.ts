/**
 * How a fact is declared: past-tense tag, version, scope and fields. The scope says who receives it
 * (docs/protocol.md, "Events"): the visit that asked, all visits of the owner, or all of the member's.
 *
 * A changed field is a new version of the fact, with an upcaster in upcasters.ts (law L6).
 */
import { Schema } from "effect"

export const Scope = Schema.Literals(["visit", "owner", "member"])
export type Scope = typeof Scope.Type

export interface FactTraits {
  readonly v: number
  readonly scope: Scope
}

declare module "effect/Schema" {
  namespace Annotations {
    interface Annotations {
      readonly fact?: FactTraits | undefined
    }
  }
}

export const fact = <const Tag extends string, const Fields extends Schema.Struct.Fields>(
  tag: Tag,
  traits: FactTraits,
  fields: Fields,
) => Schema.TaggedStruct(tag, fields).annotate({ identifier: tag, fact: traits })
