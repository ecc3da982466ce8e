/** The one open dialog. The wallet is a dialog too: `wallet.open` follows the same facts. */
import type { DialogName } from "@foldcast/contracts/client-facts/client-fact"
import { INITIAL_STATE } from "./initial-state.ts"
import type { DialogsState, SiteState } from "./site-state.ts"
import type { Slice } from "./slice.ts"

const initial = () => INITIAL_STATE.dialogs

const shown = (dialogs: DialogsState, open: DialogName | null): DialogsState =>
  dialogs.open === open ? dialogs : { open }

const closed = (dialogs: DialogsState, ...which: ReadonlyArray<DialogName>): DialogsState =>
  dialogs.open !== null && which.includes(dialogs.open) ? { open: null } : dialogs

export const dialogsSlice = {
  events: {
    StreamReset: initial,
    LoggedOut: initial,
    // A log-in, in this tab or another, makes these dialogs pointless.
    LoggedIn: (dialogs) => closed(dialogs, "logIn", "register", "authDrawer", "dialIn"),
    UsernameChanged: (dialogs) => closed(dialogs, "changeUsername"),
    AgeVerified: (dialogs) => closed(dialogs, "ageCheck"),
  },
  facts: {
    DialogOpened: (dialogs, { dialog }) => shown(dialogs, dialog),
    DialogClosed: (dialogs, { dialog }) => closed(dialogs, dialog),
    WalletOpened: (dialogs) => shown(dialogs, "wallet"),
    WalletClosed: (dialogs) => closed(dialogs, "wallet"),
    TabRestored: (dialogs, { slice }) => shown(dialogs, slice.dialog),
  },
} satisfies Slice<DialogsState>

export const openDialog = ({ dialogs }: SiteState): DialogName | null => dialogs.open
