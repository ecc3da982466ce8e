/** What is kept in a browser, as a table of the stores' own rows, so that none is forgotten. */
import { m } from "@foldcast/messages/messages"
import type { PayWindowKey } from "../../runtime/pay-window.ts"
import { logOutReasonStore } from "../../runtime/stores/log-out-reason.ts"
import { reloadedAtStore } from "../../runtime/stores/reloaded-at.ts"
import type { Lifetime, StoredItem } from "../../runtime/stores/stored.ts"
import type { WrittenPurpose } from "../../runtime/stores/stored-items.ts"
import type { TabKey } from "../../runtime/tab-storage.ts"

type Row = StoredItem<WrittenPurpose>

/** Written by the server alone; named as in production. */
export const SERVER_ITEMS: ReadonlyArray<Row> = [
  { key: "__Host-auth", place: "cookie", purpose: "auth", lifetime: { days: 30 } },
]

/** `*` stands for the rest of a key. */
const TAB_PURPOSES: Readonly<Record<TabKey | PayWindowKey, WrittenPurpose>> = {
  tab: "tab",
  "tab-slice": "tab",
  "tab-member": "member",
  "draft:*": "draft",
  "pay-window": "payment",
  "pay-window-sender": "payment",
}

const ofTab = (key: string, purpose: WrittenPurpose): Row => ({
  key,
  place: "session",
  purpose,
  lifetime: "session",
})

/** The tab's own state, and the router's. */
export const TAB_ITEMS: ReadonlyArray<Row> = [
  ...Object.entries(TAB_PURPOSES).map(([key, purpose]) => ofTab(key, purpose)),
  logOutReasonStore.item,
  reloadedAtStore.item,
  ofTab("tsr-scroll-restoration*", "scroll"),
]

const PURPOSES: Readonly<Record<WrittenPurpose, () => string>> = {
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
const PLACES: Readonly<Record<Row["place"], () => string>> = {
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

export interface StoredItemsTableProps {
  readonly label: string
  readonly rows: ReadonlyArray<Row>
}

export function StoredItemsTable({ label, rows }: StoredItemsTableProps) {
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
          {rows.map(({ key, place, purpose, lifetime }) => (
            <tr key={`${place} ${key}`}>
              <th scope="row">
                <code>{key}</code>
              </th>
              <td>{PURPOSES[purpose]()}</td>
              <td>{PLACES[place]()}</td>
              <td>{lifetimeText(lifetime)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
