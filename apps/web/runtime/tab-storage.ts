/**
 * What a tab keeps in its session storage: its name, what it carries over a reload, what was typed.
 * Absent, foreign and unwritable storage are all the same to it: nothing is kept, nothing breaks.
 */
import type { DialogName } from "@foldcast/contracts/client-facts/client-fact"
import { MAX_OPEN_SESSIONS, MAX_PAYMENT_URL } from "@foldcast/contracts/client-facts/limits"
import type { BundleBasket } from "@foldcast/contracts/client-facts/tab-slice"
import type { MemberId, TabId } from "@foldcast/contracts/ids"
import { MAX_TOP_UP } from "@foldcast/contracts/top-up"
import { withoutLocale } from "@foldcast/contracts/locale-prefix"
import type { TabSlice } from "@foldcast/reactions/effect"
import { isEmptySlice } from "@foldcast/reactions/tab"
import { parsedUrl } from "@foldcast/rules/parsed-url"
import type { DraftFields, Drafts } from "./drafts.ts"
import { isJson, type JsonObject, jsonOrNull } from "./json.ts"

const TAB = "tab"
const SLICE = "tab-slice"
const DRAFT = "draft:"
const MEMBER = "tab-member"

export interface TabStorage {
  readonly tab: () => TabId
  /**
   * Null where nothing was kept that is worth restoring. A dialog comes back on the page that it was open on,
   * in either language. On any page comes back what the site itself leads elsewhere with: the lander, and the
   * wallet while its payment is waited for.
   */
  readonly slice: () => TabSlice | null
  /** `path`: the page's, null where it is not known. */
  readonly keepSlice: (slice: TabSlice, path: string | null) => void
  readonly drafts: Drafts
  /** What is kept from now on is this member's. */
  readonly keepFor: (member: MemberId) => void
  /** Whether something is kept that another than this visitor left; null: a guest. */
  readonly isOfAnother: (visitor: MemberId | null) => boolean
  /** Everything but the tab's name. */
  readonly forgetMember: () => void
}

const parsed = (text: string | null): JsonObject | null => {
  const value = text === null ? null : jsonOrNull(text)
  return isJson(value) ? value : null
}

/**
 * Which dialogs a reload brings back. Not those that need a link's token, which is read once; not menus;
 * not what the state asks for anew by itself.
 */
const COMES_BACK: Readonly<Record<DialogName, boolean>> = {
  logIn: true,
  register: true,
  forgotPassword: true,
  resetPassword: false,
  verification: false,
  registrationConfirmation: true,
  claimCredits: true,
  changeUsername: true,
  lander: true,
  ageCheck: false,
  authDrawer: true,
  memberMenu: false,
  wallet: true,
  noCredits: false,
  promo: false,
  dialIn: true,
  consent: true,
}

const isDialog = (name: unknown): name is DialogName =>
  typeof name === "string" && Object.hasOwn(COMES_BACK, name)

/** Whether it is a dialog that a reload brings back, and a step forward to its entry. */
export const comesBack = (name: unknown): name is DialogName => isDialog(name) && COMES_BACK[name]

const dialogOf = (name: unknown): DialogName | null => (comesBack(name) ? name : null)

const MAX_NAME = 128

const nameOf = (value: unknown): string | null =>
  typeof value === "string" && value.length > 0 && value.length <= MAX_NAME ? value : null

/** A page's: what stands in a storage is no reason to run anything. */
const addressOf = (value: unknown): string | null => {
  if (typeof value !== "string" || value.length > MAX_PAYMENT_URL) return null
  return /^https?:$/u.test(parsedUrl(value)?.protocol ?? "") ? value : null
}

const basketOf = (value: unknown): BundleBasket | null => {
  if (!isJson(value)) return null
  const bundleId = nameOf(value["bundleId"])
  return bundleId === null
    ? null
    : { bundleId, methodId: nameOf(value["methodId"]), subOptionId: nameOf(value["subOptionId"]) }
}

const shortOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isInteger(value) && value > 0 && value <= MAX_TOP_UP
    ? value
    : null

/** What was kept, as far as it is still in the form that the fact accepts. */
const sliceOf = (kept: JsonObject): TabSlice => {
  const ids = kept["openSessionIds"]
  const awaited = kept["awaitedSessionId"]
  const url = addressOf(kept["awaitedPaymentURL"])
  const short = shortOf(kept["short"])
  return {
    dialog: dialogOf(kept["dialog"]),
    basket: basketOf(kept["basket"]),
    ...(short !== null && { short }),
    openSessionIds: Array.isArray(ids)
      ? ids
          .map(nameOf)
          .filter((id) => id !== null)
          .slice(-MAX_OPEN_SESSIONS)
      : [],
    ...(awaited !== undefined && { awaitedSessionId: nameOf(awaited) }),
    ...(url !== null && { awaitedPaymentURL: url }),
  }
}

/** A page's address in every language; home's is empty. */
const pageOf = (path: string) => withoutLocale(path).replace(/\/$/u, "")

const isLedElsewhere = ({ dialog, awaitedSessionId = null }: TabSlice) =>
  dialog === "lander" || (dialog === "wallet" && awaitedSessionId !== null)

/** A dialog is not restored on another page, unless the site itself led there. */
const asOn = (slice: TabSlice, keptOn: unknown, path: string): TabSlice =>
  typeof keptOn !== "string" || pageOf(keptOn) === pageOf(path) || isLedElsewhere(slice)
    ? slice
    : { ...slice, dialog: null }

const draftOf = (kept: JsonObject): DraftFields =>
  Object.fromEntries(
    Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  )

/** `storage` throws where the browser forbids it, already when it is named; `path` is the document's. */
export const tabStorage = (
  storage: () => Storage,
  newId: () => string,
  path: () => string,
): TabStorage => {
  const attempt = <A>(apply: (storage: Storage) => A, otherwise: A): A => {
    try {
      return apply(storage())
    } catch {
      return otherwise
    }
  }
  const read = (key: string) => attempt((store) => store.getItem(key), null)
  const write = (key: string, value: unknown) =>
    attempt((store) => store.setItem(key, JSON.stringify(value)), undefined)
  const remove = (key: string) => attempt((store) => store.removeItem(key), undefined)

  return {
    tab: () => {
      const kept = nameOf(read(TAB))
      if (kept !== null && /^[\w-]{1,64}$/u.test(kept)) return kept as TabId
      const tab = newId() as TabId
      attempt((store) => store.setItem(TAB, tab), undefined)
      return tab
    },
    slice: () => {
      const kept = parsed(read(SLICE))
      if (kept === null) return null
      const slice = asOn(sliceOf(kept), kept["path"], path())
      return isEmptySlice(slice) ? null : slice
    },
    keepSlice: (slice, keptOn) => write(SLICE, { ...slice, path: keptOn }),
    drafts: {
      read: (form) => {
        const kept = parsed(read(DRAFT + form))
        return kept === null ? null : draftOf(kept)
      },
      keep: (form, fields) => write(DRAFT + form, fields),
      forget: (form) => remove(DRAFT + form),
    },
    keepFor: (member) => attempt((store) => store.setItem(MEMBER, member), undefined),
    isOfAnother: (visitor) => {
      const member = read(MEMBER)
      return member !== null && member !== visitor
    },
    forgetMember: () =>
      attempt((store) => {
        const keys = Array.from({ length: store.length }, (_, index) => store.key(index))
        for (const key of keys) {
          if (key === SLICE || key === MEMBER || key?.startsWith(DRAFT) === true)
            store.removeItem(key)
        }
      }, undefined),
  }
}
