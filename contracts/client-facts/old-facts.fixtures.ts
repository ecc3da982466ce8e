/**
 * At least one of every client fact, in every form that was ever recorded. Never edited, never deleted: what
 * stands here must be readable for ever (law L6). A new form adds its own.
 */
import type { ClientFactTag } from "./client-fact.ts"

interface OldFact {
  readonly _tag: ClientFactTag
  readonly [member: string]: unknown
}

export const OLD_CLIENT_FACTS: ReadonlyArray<OldFact> = [
  { _tag: "Navigated", path: "/nl", routeName: "home", params: {} },
  { _tag: "Navigated", path: "/en/profile/anna", routeName: "profile", params: { name: "anna" } },
  { _tag: "DialogOpened", dialog: "logIn" },
  { _tag: "DialogOpened", dialog: "wallet" },
  { _tag: "DialogOpened", dialog: "registrationConfirmation" },
  { _tag: "DialogClosed", dialog: "logIn" },
  { _tag: "DialogClosed", dialog: "wallet" },
  { _tag: "WalletOpened" },
  { _tag: "WalletClosed" },
  { _tag: "BundleChosen", bundleId: "b10" },
  { _tag: "PaymentMethodChosen", id: "10" },
  { _tag: "PaymentMethodChosen", id: "10", subOptionId: "2" },
  { _tag: "CheckoutStarted", commandId: "command-1", payWindow: "opened" },
  { _tag: "CheckoutStarted", commandId: "command-2", payWindow: "blocked" },
  { _tag: "PayWindowClosed" },
  { _tag: "PaymentRetried" },
  { _tag: "CommandSent", commandId: "command-1", command: "OpenPaymentSession" },
  { _tag: "CommandSent", commandId: "command-2", command: "LogIn" },
  { _tag: "CommandSent", commandId: "command-3", command: "CheckPayment", sessionId: "ps1" },
  { _tag: "CommandSent", commandId: "command-4", command: "AddFavourite", performerId: "p1" },
  { _tag: "CommandAdmitted", commandId: "command-1", seq: 3 },
  { _tag: "CommandAdmitted", commandId: "command-4", seq: 5 },
  { _tag: "CommandFailed", commandId: "command-2", label: "noAnswer" },
  { _tag: "CommandFailed", commandId: "command-3", label: "http.503" },
  {
    _tag: "TabRestored",
    tab: "tab-1",
    slice: { dialog: null, basket: null, openSessionIds: ["ps1"] },
  },
  {
    _tag: "TabRestored",
    tab: "tab-1",
    slice: {
      dialog: "wallet",
      basket: { bundleId: "b10", methodId: "10", subOptionId: null },
      openSessionIds: ["ps1"],
      awaitedSessionId: "ps1",
      awaitedPaymentURL: "https://bank.example/pay",
    },
  },
  { _tag: "WaitElapsed", name: "payment-check" },
  { _tag: "AnswerApplied", key: "performers", status: 200, hash: "0".repeat(64) },
  { _tag: "AnswerApplied", key: "profile", status: 404, hash: "", reference: "7K3M-QX9F" },
  { _tag: "ConsentChosen", choice: "accepted" },
  { _tag: "ConsentChosen", choice: "refused" },
  { _tag: "MessageWanted", performerId: "p1" },
  { _tag: "MessageWanted", performerId: null },
  { _tag: "PerformersShown", performerIds: ["p1", "p2"] },
  { _tag: "FavouritesRecalled", performerIds: ["p1", "p2"] },
  {
    _tag: "CommandSent",
    commandId: "command-7",
    command: "SendRoomMessage",
    performerId: "p1",
    message: "hello",
    messageType: "room",
  },
  {
    _tag: "CommandSent",
    commandId: "command-8",
    command: "JoinRoom",
    performerId: "p1",
    mode: "free",
  },
  { _tag: "LiveTabSelected", tab: 1 },
  { _tag: "Muted" },
  { _tag: "Unmuted" },
  { _tag: "MiniPlayerShown" },
  { _tag: "PictureStateChanged", state: "playing" },
  { _tag: "PictureStateChanged", state: "connectionLost" },
  {
    _tag: "PictureMeasured",
    width: 640,
    height: 480,
    framesPerSecond: 30,
    freezes: 1,
    kilobitsPerSecond: 760,
    roundTripMs: 24,
  },
  {
    _tag: "PictureMeasured",
    width: 480,
    height: 360,
    framesPerSecond: 15,
    freezes: 0,
    kilobitsPerSecond: 220,
    roundTripMs: null,
  },
  { _tag: "MiniPlayerHidden" },
  { _tag: "OwnLineDiscarded", commandId: "command-7" },
  { _tag: "ReceiptClosed" },
]
