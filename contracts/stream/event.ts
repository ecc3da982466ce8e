/** The union of all facts on the stream, with the version and scope of each, read from the declarations. */
import { Schema, type SchemaAST } from "effect"
import { accountFacts } from "./account.ts"
import { blockFacts } from "./blocks.ts"
import { creditsFacts } from "./credits.ts"
import type { Scope } from "./fact.ts"
import { dialInFacts } from "./dial-in.ts"
import { favouriteFacts } from "./favourites.ts"
import { liveAlertFacts } from "./live-alerts.ts"
import { messageFacts } from "./messages.ts"
import { reportFacts } from "./reports.ts"
import { roomFacts } from "./room.ts"
import { spendingFacts } from "./spending.ts"
import { presentVersion } from "./upcasters.ts"
import { visitFacts } from "./visit.ts"
import { walletFacts } from "./wallet.ts"

const members = [
  ...visitFacts,
  ...accountFacts,
  ...creditsFacts,
  ...favouriteFacts,
  ...liveAlertFacts,
  ...spendingFacts,
  ...walletFacts,
  ...dialInFacts,
  ...roomFacts,
  ...messageFacts,
  ...blockFacts,
  ...reportFacts,
] as const

export const Event = Schema.Union(members)
export type Event = typeof Event.Type
export type EventTag = Event["_tag"]
export type EventOf<Tag extends EventTag> = Extract<Event, { readonly _tag: Tag }>

const tagOf = (member: (typeof members)[number]): EventTag => member.fields._tag.schema.literal

export const EVENT_TAGS: ReadonlyArray<EventTag> = members.map(tagOf)

/**
 * The schema of each fact. `toTaggedUnion` is not used, since the compiler cannot infer the type for so many
 * members.
 */
export const FACT_SCHEMAS = Object.fromEntries(
  members.map((member) => [tagOf(member), member]),
) as unknown as Readonly<
  Record<EventTag, Schema.Codec<Event> & { readonly ast: SchemaAST.Objects }>
>

export interface FactTraits {
  readonly v: number
  readonly scope: Scope
}

export const FACT_TRAITS = Object.fromEntries(
  members.map((member) => {
    const tag = tagOf(member)
    const scope = Schema.resolveAnnotations(member)?.["scope"]
    if (scope === undefined) throw new Error(`${tag} is not declared with fact()`)
    return [tag, { v: presentVersion(tag), scope }]
  }),
) as unknown as Readonly<Record<EventTag, FactTraits>>
