/** A table of everything the site stores in a browser. It reads the stores' own list, so that none is missing. */
import { m } from "@foldcast/messages/messages"
import type { StoragePlace, StoragePurpose } from "../../runtime/stores/stored-item.ts"

type TabPurpose = "tab" | "draft" | "payment" | "logOut" | "reload" | "scroll"
type Purpose = Exclude<StoragePurpose, "promotion"> | TabPurpose | "auth"

export interface StoredRow {
  readonly key: string
  readonly place: StoragePlace
  readonly purpose: Purpose
  /** Null: until the browser clears the storage. */
  readonly days: number | null
}

/** Written by the server only; named as in production. */
export const SERVER_ITEMS: ReadonlyArray<StoredRow> = [
  { key: "__Host-auth", place: "cookie", purpose: "auth", days: 30 },
  { key: "__Host-dial-in", place: "cookie", purpose: "call", days: 30 },
]

/** The tab's own state; `*` stands for the rest of a key. */
const TAB_KEYS: ReadonlyArray<readonly [key: string, purpose: TabPurpose | "member"]> = [
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

export const TAB_ITEMS: ReadonlyArray<StoredRow> = TAB_KEYS.map(([key, purpose]) => ({
  key,
  place: "session",
  purpose,
  days: null,
}))

const PURPOSES: Readonly<Record<Purpose, () => string>> = {
  auth: m.kept_auth,
  choice: m.kept_choice,
  member: m.kept_member,
  call: m.kept_call,
  tab: m.kept_tab,
  draft: m.kept_draft,
  payment: m.kept_payment,
  logOut: m.kept_log_out,
  reload: m.kept_reload,
  scroll: m.kept_scroll,
  return: m.kept_return,
  recent: m.kept_recent,
  fingerprint: m.kept_fingerprint,
}
const PLACES: Readonly<Record<StoragePlace, () => string>> = {
  cookie: m.cookies_place_cookie,
  local: m.cookies_place_local,
  session: m.cookies_place_session,
}

const lifetimeText = ({ place, days }: StoredRow): string => {
  if (days !== null) return m.cookies_lifetime_days({ days })
  return place === "session" ? m.cookies_lifetime_session() : m.cookies_lifetime_until_cleared()
}

export interface StoredTableProps {
  readonly label: string
  readonly rows: ReadonlyArray<StoredRow>
}

export function StoredTable({ label, rows }: StoredTableProps) {
  return (
    // On a narrow screen this element scrolls, so it takes the focus: arrow keys can scroll it.
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
          {rows.map((row) => (
            <tr key={`${row.place} ${row.key}`}>
              <th scope="row">
                <code>{row.key}</code>
              </th>
              <td>{PURPOSES[row.purpose]()}</td>
              <td>{PLACES[row.place]()}</td>
              <td>{lifetimeText(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
