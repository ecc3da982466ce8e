/**
 * Two members of a running world, and everything of one that the other could name: visits, ids in bodies, sessions,
 * payments, links of mails, receipts, captures. Another member's object gets the same answer as a missing one.
 */
import { randomUUID } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import type { CommandOf, CommandTag } from "@foldcast/contracts/commands/command"
import type { OpenSessionId } from "@foldcast/contracts/ids"
import { performerWritesTo } from "../support/provider-state.ts"
import { actionLink, Mails, tokenOf } from "../support/mailbox.ts"
import { sharedWorld } from "../support/shared-world.ts"
import type { World } from "../support/world.ts"
import { arrivals } from "./arrivals.ts"
import { type AccountOf, newPersonAccount, Person, type SeenResponse } from "./person.ts"

const head = { id: "eA", rawId: "eA", type: "public-key" } as const
const PASSKEY = {
  ...head,
  response: { clientDataJSON: "e30", authenticatorData: "eA", signature: "eA" },
}

const EVERY_COMMAND: { readonly [Tag in CommandTag]: CommandOf<Tag> } = {
  Register: { _tag: "Register", email: "x@example.test", password: "welkom123" },
  LogIn: { _tag: "LogIn", email: "x@example.test", password: "welkom123" },
  LogInWithToken: { _tag: "LogInWithToken", token: "a.b.c" },
  LogInWithPasskey: { _tag: "LogInWithPasskey", passkey: PASSKEY },
  LogOut: { _tag: "LogOut" },
  RequestPasswordReset: { _tag: "RequestPasswordReset", identity: "x@example.test" },
  CheckResetLink: { _tag: "CheckResetLink", token: "a.b.c" },
  ResetPassword: {
    _tag: "ResetPassword",
    token: "a.b.c",
    newPassword: "welkom456",
    repeatNewPassword: "welkom456",
  },
  ChangePassword: {
    _tag: "ChangePassword",
    password: "welkom123",
    newPassword: "welkom456",
    repeatNewPassword: "welkom456",
  },
  ChangeEmail: {
    _tag: "ChangeEmail",
    email: "y@example.test",
    repeatEmail: "y@example.test",
    password: "geheim1",
  },
  CancelEmailChange: { _tag: "CancelEmailChange" },
  ChangeUsername: { _tag: "ChangeUsername", username: "somebody", where: "settings" },
  Activate: { _tag: "Activate", token: "a.b.c" },
  ResendActivation: { _tag: "ResendActivation" },
  DeleteAccount: { _tag: "DeleteAccount", username: "x@example.test", password: "geheim1" },
  EndSession: { _tag: "EndSession", sessionId: "0123456789abcdefghijkl" as OpenSessionId },
  RegisterPasskey: {
    _tag: "RegisterPasskey",
    name: "x",
    credential: { ...head, response: { clientDataJSON: "e30", attestationObject: "eA" } },
  },
  RemovePasskey: { _tag: "RemovePasskey", id: "eA", passkey: PASSKEY },
  VerifyAge: { _tag: "VerifyAge" },
  AddFavourite: { _tag: "AddFavourite", performerId: "7" },
  RemoveFavourite: { _tag: "RemoveFavourite", performerId: "7" },
  LoadLiveAlerts: { _tag: "LoadLiveAlerts" },
  SetLiveAlert: { _tag: "SetLiveAlert", performerId: "7", isOn: true },
  BlockPerformer: { _tag: "BlockPerformer", performerId: "7" },
  UnblockPerformer: { _tag: "UnblockPerformer", performerId: "7" },
  SendReport: {
    _tag: "SendReport",
    kind: "message",
    performerId: "7",
    messageId: "pm_x",
    reason: "abuse",
    words: "x",
  },
  LoadSpendingLimits: { _tag: "LoadSpendingLimits" },
  SetSpendingLimits: { _tag: "SetSpendingLimits", dayCents: 1_000, weekCents: null, monthCents: 0 },
  PauseSpending: { _tag: "PauseSpending", days: 1 },
  WithdrawPurchase: { _tag: "WithdrawPurchase", sessionId: "ps_x" },
  ListDialInNumbers: { _tag: "ListDialInNumbers" },
  OpenIvrSession: { _tag: "OpenIvrSession" },
  StartDialIn: { _tag: "StartDialIn", session: "ivr_x", pin: "1234" },
  CheckDialIn: { _tag: "CheckDialIn" },
  EndDialIn: { _tag: "EndDialIn" },
  SendPrivateMessage: { _tag: "SendPrivateMessage", performerId: "7", text: "hoi" },
  MarkMessageRead: { _tag: "MarkMessageRead", conversationId: "cv_x", messageId: "pm_x" },
  SetConversationState: {
    _tag: "SetConversationState",
    conversationId: "cv_x",
    state: "archived",
    isOn: true,
  },
  DeleteConversation: { _tag: "DeleteConversation", conversationId: "cv_x" },
  LoadWallet: { _tag: "LoadWallet" },
  OpenPaymentSession: {
    _tag: "OpenPaymentSession",
    bundleId: "bundle-600",
    paymentMethod: "10",
    returnUrl: "http://localhost/",
    device: "desktop",
  },
  CheckPayment: { _tag: "CheckPayment", sessionId: "ps_1" },
  JoinRoom: { _tag: "JoinRoom", performerId: "7", mode: "free" },
  LeaveRoom: { _tag: "LeaveRoom", performerId: "7" },
  SendRoomMessage: {
    _tag: "SendRoomMessage",
    performerId: "7",
    message: "Hello",
    messageType: "room",
  },
  ChangeNickname: { _tag: "ChangeNickname", performerId: "7", nickname: "Visitor" },
  RequestVip: { _tag: "RequestVip", performerId: "7" },
  StopVip: { _tag: "StopVip", performerId: "7" },
  SendTip: {
    _tag: "SendTip",
    performerId: "7",
    amount: 150,
    tipType: "kiss",
    message: "",
    isPublic: true,
  },
  SendToyTip: { _tag: "SendToyTip", performerId: "7", amount: 150 },
  StartCamBack: { _tag: "StartCamBack", performerId: "7" },
  StopCamBack: { _tag: "StopCamBack", performerId: "7" },
  ReportPlayerFailure: {
    _tag: "ReportPlayerFailure",
    performerId: "7",
    failure: "notPlayable",
  },
}

/** A refusal without the parts that differ every time. */
const withoutReference = ({ status, body }: SeenResponse) => {
  const { reference, ...problem } = JSON.parse(body) as Readonly<Record<string, unknown>>
  expect(reference).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/u)
  return { status, problem }
}

describe("a member without rights to another's", () => {
  let world: World
  let annas: AccountOf
  let berts: AccountOf
  let anna: Person
  let bert: Person
  let annasId: string
  let bertsId: string

  const site = () => ({ url: world.urls.site })
  const arriving = arrivals()
  const id = async (person: Person) => (await person.whoami()) ?? ""

  beforeAll(async () => {
    world = await sharedWorld()
    annas = newPersonAccount("anna")
    berts = newPersonAccount("bert")
    anna = await arriving(Person.register(site(), annas))
    bert = await arriving(Person.register(site(), berts))
    annasId = await id(anna)
    bertsId = await id(bert)
  })

  it("can send no command for another's visit, whichever it is", async () => {
    const commandIds: Array<string | undefined> = []
    for (const command of Object.values(EVERY_COMMAND)) {
      const commandId = randomUUID()
      commandIds.push(commandId)
      const foreign = await anna.command(command, commandId, bert.visit)
      const unknown = await anna.command(command, randomUUID(), "visit-that-never-was")
      expect(withoutReference(foreign), command._tag).toMatchObject({
        status: 404,
        problem: { label: "visit.unknown" },
      })
      expect(withoutReference(foreign), command._tag).toEqual(withoutReference(unknown))
    }
    expect([await id(anna), await id(bert)]).toEqual([annasId, bertsId])
    for (const person of [anna, bert]) {
      // A fact of its own arrives after any that the others could have caused.
      await person.ask({ _tag: "LoadWallet" })
      expect(person.stream.events.filter(({ cause }) => commandIds.includes(cause))).toEqual([])
    }
  })

  it("can resume no visit of another, over either transport", async () => {
    const { epoch } = await bert.stream.first("hello")
    for (const transport of ["websocket", "sse"] as const) {
      for (const query of [{ visit: bert.visit }, { visit: bert.visit, epoch, seq: "1" }]) {
        const thief = await arriving(Person.arrive(site()))
        const stream = await thief.attach(query, transport)
        expect((await stream.first("hello")).visit).not.toBe(bert.visit)
        expect((await stream.first("reset")).reason).toBe("unknown")
        expect(JSON.stringify(stream.frames)).not.toContain(berts.email)
      }
    }
    expect(bert.stream.closed).toBe(null)
  })

  it("cannot use another member's id in a command", async () => {
    const stray = { memberId: bertsId, id: bertsId, owner: bertsId, member: { memberId: bertsId } }
    const username = `anna-${annasId.slice(-6).replaceAll(/[^A-Za-z0-9]/gu, "x")}`
    const renaming = { _tag: "ChangeUsername", username, where: "settings", ...stray }
    expect((await anna.command(renaming)).status).toBe(202)
    await anna.stream.event("UsernameChanged")
    const wallet = { _tag: "LoadWallet", ...stray }
    expect((await anna.command(wallet)).status).toBe(202)
    expect(await id(anna)).toBe(annasId)
    expect(bert.stream.tags).not.toContain("UsernameChanged")
    const { body } = await bert.get("/api/session")
    expect(JSON.parse(body)).toMatchObject({ member: { username: berts.email } })
  })

  it("changes and deletes at the member API only the account that the token names", async () => {
    const call = async (method: string, path: string, body: unknown, token?: string) => {
      const response = await fetch(world.urls.backend + path, {
        method,
        headers: {
          "X-Api-Key": world.memberApiKey,
          "Content-Type": "application/json",
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    }
    const token = String((await call("POST", "/login", annas)).body["token"])
    const passwords = {
      password: annas.password,
      newPassword: "overgenomen1",
      repeatNewPassword: "overgenomen1",
    }
    const { password } = annas
    for (const data of [
      passwords,
      { email: "taken-over@example.test", password },
      { pendingEmail: null },
    ]) {
      const foreign = await call("PUT", "/member", { memberId: bertsId, data }, token)
      const unknown = await call("PUT", "/member", { memberId: "m_nobody", data }, token)
      expect(foreign.status).toBe(403)
      expect(foreign).toEqual(unknown)
    }
    const foreign = await call("DELETE", "/member", { memberId: bertsId, password }, token)
    expect(foreign.status).toBe(403)
    expect(foreign).toEqual(
      await call("DELETE", "/member", { memberId: "m_nobody", password }, token),
    )
    expect((await call("POST", "/login", berts)).status).toBe(200)
  })

  it("cannot end another's session", async () => {
    const sessions = JSON.parse((await bert.get("/api/sessions")).body) as {
      readonly sessions: ReadonlyArray<{ readonly id: OpenSessionId }>
    }
    const [session] = sessions.sessions
    expect(sessions.sessions).toHaveLength(1)
    const end = (sessionId: OpenSessionId) => anna.ask({ _tag: "EndSession", sessionId })
    const foreign = await end(session?.id ?? ("" as OpenSessionId))
    const unknown = await end("0123456789abcdefghijkl" as OpenSessionId)
    expect(foreign.event).toEqual({ _tag: "SessionEndRefused", label: "notFound" })
    expect(foreign.event).toEqual(unknown.event)
    expect(await id(bert)).toBe(bertsId)
    expect(bert.stream.closed).toBe(null)
  })

  it("learns nothing of another's payment", async () => {
    const opened = await bert.ask({
      ...EVERY_COMMAND.OpenPaymentSession,
      returnUrl: `${world.urls.site}/en`,
    })
    expect(opened.event._tag).toBe("PaymentSessionOpened")
    const positions = async (sessionId: unknown) => {
      const before = anna.stream.positions.length
      const { status } = await anna.command({ _tag: "CheckPayment", sessionId })
      return [status, anna.stream.positions.length - before]
    }
    const foreign = await positions(opened.event["sessionId"])
    expect(foreign).toEqual(await positions("ps_that_never_was"))
    expect(foreign).toEqual([202, 0])
  })

  it("can use a command id that another has used", async () => {
    const commandId = randomUUID()
    const first = await anna.ask({ _tag: "LoadWallet" }, commandId)
    const other = await bert.ask({ _tag: "VerifyAge" }, commandId)
    expect([first.event._tag, other.event._tag]).toEqual(["WalletLoaded", "AgeVerified"])
    const own = await anna.command({ _tag: "VerifyAge" }, commandId)
    expect(own.status).toBe(422)
    expect(anna.stream.tags).not.toContain("AgeVerified")
  })

  it("gets name suggestions as a member only, and the list of their own sessions only", async () => {
    const guest = await arriving(Person.arrive(site()))
    for (const path of [
      "/api/sessions",
      "/api/username-suggestions?username=bert",
      "/api/movements",
      "/api/movements.csv",
    ]) {
      expect((await guest.get(path)).status).toBe(401)
    }
    const { body } = await anna.get("/api/sessions")
    expect(body).not.toMatch(/127\.0\.0\.1|token|owner|agent/u)
    const suggested = await anna.get(`/api/username-suggestions?username=${berts.email}`)
    expect(suggested.body).not.toContain(berts.email)
    const movements = async (query = "") => (await anna.get(`/api/movements${query}`)).body
    expect(await movements(`?memberId=${berts.email}`)).toEqual(await movements())
  })

  it("reads no conversation of another's, and sees no picture in it", async () => {
    const { conversationId } = await performerWritesTo(world, bertsId, { hasPicture: true })
    const theirs = `/api/conversations/${conversationId}`
    const { messages } = JSON.parse((await bert.get(theirs)).body) as {
      readonly messages: ReadonlyArray<{ readonly attachment?: { readonly attachmentId: string } }>
    }
    const picture = `/api/attachments/${messages[0]?.attachment?.attachmentId ?? ""}`
    expect((await bert.get(picture)).headers.get("content-type")).toBe("image/jpeg")
    const guest = await arriving(Person.arrive(site()))
    const ofNobody = {
      [theirs]: "/api/conversations/cv_never",
      [picture]: "/api/attachments/never",
    }
    for (const [path, unknown] of Object.entries(ofNobody)) {
      const foreign = withoutReference(await anna.get(path))
      expect(foreign.status).toBe(404)
      expect(foreign).toEqual(withoutReference(await anna.get(unknown)))
      expect((await guest.get(path)).status).toBe(401)
    }
    const list = async (person: Person) => JSON.parse((await person.get("/api/conversations")).body)
    expect(await list(anna)).toEqual({ conversations: [], nextPage: null })
    expect(await list(bert)).toMatchObject({
      conversations: [{ id: conversationId, unread: 1, message: { receiver: bertsId } }],
    })
    for (const path of ["/api/conversations", "/api/suggestions/models"]) {
      expect((await guest.get(path)).status).toBe(401)
    }
  })

  it("can open no capture without a support token, whether the visit exists or not", async () => {
    const proofs: ReadonlyArray<Readonly<Record<string, string>>> = [
      {},
      { Authorization: "Bearer wrong-support-token" },
      { Authorization: `Bearer ${world.memberApiKey}` },
      { Authorization: `Basic ${Buffer.from(`support:${world.supportToken}`).toString("base64")}` },
      { Authorization: `Bearer ${bert.session}` },
      { Cookie: `${bert.cookieHeader}; support=${world.supportToken}` },
    ]
    for (const proof of proofs) {
      const headers = { ...proof, "X-Reason": "curiosity" }
      const there = await bert.get(`/support/captures/${bert.visit}`, headers)
      const nowhere = await bert.get("/support/captures/visit-that-never-was", headers)
      expect(there.status).toBe(401)
      expect(withoutReference(there)).toEqual(withoutReference(nowhere))
      expect((await bert.get("/support/captures", headers)).status).toBe(401)
      const query = `/support/captures?token=${world.supportToken}&tab=1`
      expect((await bert.get(query, headers)).status).toBe(401)
    }
  })

  /** Last, because these tests log people out. */
  describe("who follows the link of another's mail", () => {
    it("resets the link owner's password, whatever id comes with it, and logs nobody in", async () => {
      const mails = new Mails(world, berts.email)
      await anna.ask({ _tag: "RequestPasswordReset", identity: berts.email })
      let mail = await mails.next()
      while (!mail.links.some((link) => link.includes("resetpassword"))) mail = await mails.next()
      const token = tokenOf(actionLink(mail))
      const password = "opnieuw123"
      const reset = {
        _tag: "ResetPassword",
        token,
        memberId: annasId,
        newPassword: password,
        repeatNewPassword: password,
      }
      expect((await anna.command(reset)).status).toBe(202)
      await anna.stream.end()
      expect(anna.stream.tags.slice(-2)).toEqual(["PasswordChanged", "LoggedOut"])
      expect(await anna.whoami()).toBe(null)
      await bert.stream.end()
      expect(bert.stream.tags.at(-1)).toBe("LoggedOut")
      expect(await bert.whoami()).toBe(null)
      // Anna's own password is unchanged, and the link has set Bert's.
      berts = { ...berts, password }
      anna = await arriving(Person.logIn(site(), annas))
      bert = await arriving(Person.logIn(site(), berts))
      expect([await id(anna), await id(bert)]).toEqual([annasId, bertsId])
    })

    it("verifies the link's owner, and stays in their own account", async () => {
      const token = tokenOf(actionLink(await new Mails(world, berts.email).next()))
      const verified = await anna.ask({ _tag: "Activate", token })
      const told = { _tag: "ActivationSucceeded", credits: 120, ofAnother: true }
      expect(verified.event).toEqual(told)
      expect(anna.stream.closed).toBe(null)
      expect(JSON.stringify(anna.stream.frames)).not.toContain(berts.email)
      expect(await id(anna)).toBe(annasId)
      const { body } = await anna.get("/api/session")
      expect(JSON.parse(body)).toMatchObject({ member: { memberId: annasId, verified: false } })
    })
  })
})
