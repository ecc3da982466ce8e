/** What is kept in a browser, as a table: the stores' own list, so that none is forgotten. */
import { m } from "@foldcast/messages/messages"
import type { Kept, KeptFor, Lifetime } from "../../runtime/stores/kept.ts"

type TabPurpose = "tab" | "draft" | "payment" | "logOut" | "reload" | "scroll"
type Purpose = KeptFor | TabPurpose | "auth"

export interface KeptRow extends Pick<Kept, "key" | "place" | "lifetime"> {
  readonly keptFor: Purpose
}

/** Written by the server alone; named as in production. */
export const SERVER_KEPT: ReadonlyArray<KeptRow> = [
  { key: "__Host-auth", place: "cookie", keptFor: "auth", lifetime: { days: 30 } },
]

/** The tab's own state; `*` stands for the rest of a key. */
const TAB_KEYS: ReadonlyArray<readonly [key: string, keptFor: TabPurpose | "member"]> = [
  ["tab", "tab"],
  ["tab-slice", "tab"],
  ["tab-member", "member"],
  ["draft:*", "draft"],
  ["pay-window", "payment"],
  ["pay-window-sender", "payment"],
  ["log-out-reason", "logOut"],
  ["chunk-reloaded-at", "reload"],
  ["tsr-scroll-restoration*", "scroll"],
]

export const TAB_KEPT: ReadonlyArray<KeptRow> = TAB_KEYS.map(([key, keptFor]) => ({
  key,
  place: "session",
  keptFor,
  lifetime: "session",
}))

const PURPOSES: Readonly<Record<Purpose, () => string>> = {
  auth: m.kept_auth,
  choice: m.kept_choice,
  member: m.kept_member,
  tab: m.kept_tab,
  draft: m.kept_draft,
  payment: m.kept_payment,
  logOut: m.kept_log_out,
  reload: m.kept_reload,
  scroll: m.kept_scroll,
  return: m.kept_return,
  fingerprint: m.kept_fingerprint,
}
const PLACES: Readonly<Record<Kept["place"], () => string>> = {
  cookie: m.cookies_place_cookie,
  local: m.cookies_place_local,
  session: m.cookies_place_session,
}

const lifetimeText = (lifetime: Lifetime): string => {
  if (lifetime === "session") return m.cookies_lifetime_session()
  return lifetime === "untilCleared"
    ? m.cookies_lifetime_until_cleared()
    : m.cookies_lifetime_days(lifetime)
}

export interface KeptTableProps {
  readonly label: string
  readonly rows: ReadonlyArray<KeptRow>
}

export function KeptTable({ label, rows }: KeptTableProps) {
  return (
    // A narrow screen scrolls it, also by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="statement__scroll" role="region" aria-label={label} tabIndex={0}>
      <table className="statement__table">
        <thead>
          <tr>
            <th scope="col">{m.cookies_name()}</th>
            <th scope="col">{m.cookies_purpose()}</th>
            <th scope="col">{m.cookies_place()}</th>
            <th scope="col">{m.cookies_lifetime()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, place, keptFor, lifetime }) => (
            <tr key={`${place} ${key}`}>
              <th scope="row">
                <code>{key}</code>
              </th>
              <td>{PURPOSES[keptFor]()}</td>
              <td>{PLACES[place]()}</td>
              <td>{lifetimeText(lifetime)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
