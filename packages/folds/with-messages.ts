/**
 * Adds private messages and their pop-ups to the site's fold, as a side effect of the import: what shows them imports
 * it, before it asks for a conversation. What was told before is in the answers.
 */
import { MESSAGE_OUTCOMES } from "@foldcast/contracts/commands/message-commands.gen"
import { addLazySlice } from "./add-lazy-slice.ts"
import { messagesSlice } from "./messages.ts"
import { popUpsSlice } from "./pop-ups.ts"

addLazySlice({ name: "messages", slice: messagesSlice }, MESSAGE_OUTCOMES)
addLazySlice({ name: "popUps", slice: popUpsSlice }, {})
