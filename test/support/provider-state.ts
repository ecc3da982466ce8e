/**
 * Puts a world's backend into a state that its own tests and contracts also start from: states that a test cannot
 * wait for, such as an expired link. Needs a world with PROVIDER_STATES=on.
 */
import type { StateName } from "@foldcast/backend/provider-states/states"
import type { World } from "./world.ts"

export const WITH_STATES = { environment: { PROVIDER_STATES: "on" } } as const

export interface MemberLink {
  readonly memberId: string
  readonly email: string
  readonly password: string
  readonly linkToken: string
}

const enter = async (world: World, state: StateName, params: object): Promise<unknown> => {
  const response = await fetch(`${world.urls.backend}/_states`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ state, params }),
  })
  if (!response.ok) throw new Error(`no state ${state}: ${String(response.status)}`)
  return response.json()
}

/** A link for the member with this address, otherwise for a new member. */
export const memberLink = async (
  world: World,
  params: {
    readonly purpose: "verify" | "reset" | "login"
    readonly email?: string
    readonly verified?: boolean
    readonly expired?: boolean
    readonly used?: boolean
  },
): Promise<MemberLink> => (await enter(world, "a link of a member", params)) as MemberLink

export type ExistingMember = Omit<MemberLink, "linkToken">

/** The username is the address, as after the short registration. */
export const memberExists = async (
  world: World,
  params: { readonly email: string; readonly credits?: number; readonly verified?: boolean },
): Promise<ExistingMember> => (await enter(world, "a member exists", params)) as ExistingMember

/** A performer in free chat. */
export const performerOnline = async (world: World): Promise<string> => {
  const made = await enter(world, "a performer", { onlineStatus: 3 })
  return String((made as { readonly performerId: unknown }).performerId)
}

/** Sets a performer's state, as bits of the status. */
export const setStatus = async (
  world: World,
  performerId: string,
  onlineStatus: number,
): Promise<void> => {
  await enter(world, "a performer's status", { performerId, onlineStatus })
}

/** A logged-out member with that many credits. */
export const memberWithCredits = async (world: World, credits: number): Promise<ExistingMember> =>
  (await enter(world, "a member exists", { credits, verified: true })) as ExistingMember

/** Makes the performer act in her room. */
export const performerActs = async (
  world: World,
  performerId: string,
  act: "accept" | "decline" | "stopVip" | "say" | "announce",
  message?: string,
): Promise<void> => {
  const params = { performerId, act, ...(message !== undefined && { message }) }
  await enter(world, "a performer's act", params)
}

/** A message of each, the member's first; neither is read. */
export const conversationOf = async (
  world: World,
  memberId: string,
  performerId: string,
): Promise<void> => {
  await enter(world, "a conversation", { memberId, performerId })
}

export interface NamedPerformer {
  readonly performerId: string
  readonly username: string
}

/** A performer with that name, in free chat. */
export const performerNamed = async (world: World, username: string): Promise<NamedPerformer> =>
  (await enter(world, "a performer", { username, onlineStatus: 3 })) as NamedPerformer

/** A logged-out member with a name from before the current rules. */
export const memberNamed = async (world: World, username: string): Promise<ExistingMember> =>
  (await enter(world, "a member exists", { username, verified: true })) as ExistingMember

export interface ReceivedMessage {
  readonly conversationId: string
  readonly messageId: string
}

/** A new performer writes a text or a picture to that member. */
export const performerWritesTo = async (
  world: World,
  memberId: string,
  params: { readonly message?: string; readonly hasPicture?: boolean } = {},
): Promise<ReceivedMessage> =>
  (await enter(world, "a performer's private message", { ...params, memberId })) as ReceivedMessage
