/** The one open dialog. The wallet is a dialog too: `wallet.open` follows the same facts. */
import type { DialogName } from "@foldcast/contracts/client-facts/client-fact"
import type { Batch } from "./batch.ts"
import type { SiteState } from "./site-state.ts"
import type { Slice } from "./slice.ts"

const show = (batch: Batch, dialog: DialogName | null) => {
  if (batch.state.dialogs.open !== dialog) batch.dialogs().open = dialog
}

const close = (batch: Batch, dialog: DialogName) => {
  if (batch.state.dialogs.open === dialog) batch.dialogs().open = null
}

export const dialogsSlice = {
  events: {
    StreamReset: (batch) => batch.reset("dialogs"),
    LoggedOut: (batch) => batch.reset("dialogs"),
    // A log-in, in this tab or another, makes these dialogs pointless.
    LoggedIn: (batch) => {
      close(batch, "logIn")
      close(batch, "register")
      close(batch, "authDrawer")
    },
    UsernameChanged: (batch) => close(batch, "changeUsername"),
    AgeVerified: (batch) => close(batch, "ageCheck"),
  },
  facts: {
    DialogOpened: (batch, { dialog }) => show(batch, dialog),
    DialogClosed: (batch, { dialog }) => close(batch, dialog),
    WalletOpened: (batch) => show(batch, "wallet"),
    WalletClosed: (batch) => close(batch, "wallet"),
    TabRestored: (batch, { slice }) => show(batch, slice.dialog),
  },
} satisfies Slice

export const openDialog = ({ dialogs }: SiteState): DialogName | null => dialogs.open
