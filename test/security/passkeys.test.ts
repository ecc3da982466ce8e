/**
 * Passkeys at the site's interface to browsers, with a software authenticator: requests and answers, by session,
 * and the outcome of another member's answer.
 */
import { randomUUID } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import type { PasskeyAssertion } from "@foldcast/contracts/passkey"
import {
  type MadePasskey,
  createSoftwarePasskey,
  usePasskey,
} from "@foldcast/backend/provider-states/software-authenticator"
import { actionLink, Mails, tokenOf } from "../support/mailbox.ts"
import { sharedWorld } from "../support/shared-world.ts"
import type { World } from "../support/world.ts"
import { arrivals } from "./arrivals.ts"
import { type AccountOf, newPersonAccount, Person, type SeenResponse } from "./person.ts"

const json = ({ body }: SeenResponse) => JSON.parse(body) as Readonly<Record<string, unknown>>

describe("a passkey at the gateway", () => {
  let world: World
  const site = () => ({ url: world.urls.site })
  const arriving = arrivals()
  beforeAll(async () => {
    world = await sharedWorld()
  })

  const ask = (person: Person, purpose: string) =>
    person.post("/api/passkeys/challenge", JSON.stringify({ purpose }))
  const challengeOf = async (person: Person, purpose: string) =>
    String(json(await ask(person, purpose))["challenge"])
  const place = (person: Person) => ({ origin: person.origin })
  const use = async (
    person: Person,
    passkey: MadePasskey,
    purpose: string,
  ): Promise<PasskeyAssertion> =>
    usePasskey(passkey, await challengeOf(person, purpose), place(person))
  const options = (person: Person, proof: object) =>
    person.post("/api/passkeys/registration", JSON.stringify(proof))
  const add = async (person: Person, { password }: AccountOf, name = "Laptop") => {
    const asked = json(await options(person, { password }))
    const { passkey, attestation } = createSoftwarePasskey(
      {
        challenge: String(asked["challenge"]),
        userHandle: (asked["user"] as { readonly id: string }).id,
      },
      place(person),
    )
    const { event } = await person.ask({ _tag: "RegisterPasskey", name, credential: attestation })
    expect(event).toEqual({ _tag: "PasskeyRegistered" })
    return passkey
  }
  const member = async () => {
    const account = newPersonAccount()
    const person = await arriving(Person.register(site(), account))
    return { account, person, passkey: await add(person, account) }
  }
  const list = async (person: Person) =>
    json(await person.get("/api/passkeys"))["passkeys"] as ReadonlyArray<Record<string, unknown>>

  it("logs its member in, and is listed [PASSKEY-01]", async () => {
    const { account, person, passkey } = await member()
    const { hostname } = new URL(person.origin)
    expect(await list(person)).toMatchObject([
      { id: passkey.id, name: "Laptop", host: hostname, isOfThisSite: true, lastUsedAt: null },
    ])
    const other = await arriving(Person.arrive(site()))
    const credential = await use(other, passkey, "logIn")
    const { event } = await other.ask({ _tag: "LogInWithPasskey", passkey: credential })
    expect(event).toMatchObject({ _tag: "LoggedIn", username: account.email })
    expect(await other.whoami()).toBe(await person.whoami())
    expect(await list(other)).toMatchObject([{ lastUsedAt: expect.any(Number) }])
  })

  it("is not accepted with an answer that another browser's challenge was asked for [PASSKEY-01]", async () => {
    const { passkey } = await member()
    const [victim, thief] = [
      await arriving(Person.arrive(site())),
      await arriving(Person.arrive(site())),
    ]
    const credential = await use(victim, passkey, "logIn")
    const stolen = await thief.ask({ _tag: "LogInWithPasskey", passkey: credential })
    expect(stolen.event).toEqual({ _tag: "LogInRefused", label: "passkeyExpired" })
    // Another session's attempt is refused and does not use up the challenge.
    const own = await victim.ask({ _tag: "LogInWithPasskey", passkey: credential })
    expect(own.event).toMatchObject({ _tag: "LoggedIn" })
    const again = await victim.ask({ _tag: "LogInWithPasskey", passkey: credential })
    expect(again.event).toEqual({ _tag: "LogInRefused", label: "passkeyExpired" })
  })

  it("is accepted from its own origin alone, whatever the request says of itself [PASSKEY-01]", async () => {
    const { passkey } = await member()
    const guest = await arriving(Person.arrive(site()))
    const challenge = await challengeOf(guest, "logIn")
    const elsewhere = usePasskey(passkey, challenge, { origin: "https://evil.example" })
    const { event } = await guest.ask({ _tag: "LogInWithPasskey", passkey: elsewhere })
    expect(event).toEqual({ _tag: "LogInRefused", label: "passkeyRefused" })
    const foreign = await guest.post(
      "/api/passkeys/challenge",
      JSON.stringify({ purpose: "logIn" }),
      { Origin: "https://evil.example" },
    )
    expect(foreign.status).toBe(403)
    const asForm = await guest.post("/api/passkeys/challenge", "purpose=logIn", {
      "Content-Type": "application/x-www-form-urlencoded",
    })
    expect(asForm.status).toBe(415)
  })

  it("is made or removed only with the password or another passkey [PASSKEY-02]", async () => {
    const { account, person, passkey } = await member()
    const wrong = await options(person, { password: "verkeerd1" })
    expect([wrong.status, json(wrong)["label"]]).toEqual([400, "incorrectPassword"])
    for (const proof of [{}, { password: "a", passkey: await use(person, passkey, "addition") }]) {
      expect((await options(person, proof)).status).toBe(400)
    }
    expect(
      (await options(person, { passkey: await use(person, passkey, "addition") })).status,
    ).toBe(200)
    const unproven = await person.command({ _tag: "RemovePasskey", id: passkey.id })
    expect(unproven.status).toBe(400)
    const refused = await person.ask({
      _tag: "RemovePasskey",
      id: passkey.id,
      password: "verkeerd1",
    })
    expect(refused.event).toEqual({ _tag: "PasskeyRemovalRefused", label: "incorrectPassword" })
    const other = await arriving(Person.logIn(site(), account))
    const removed = await person.ask({
      _tag: "RemovePasskey",
      id: passkey.id,
      passkey: await use(person, passkey, "removal"),
    })
    expect(removed.event).toEqual({ _tag: "PasskeyRemoved" })
    expect(await list(other)).toEqual([])
    // In every session of the member.
    await other.stream.event("PasskeyRemoved")
  })

  it("replaces the password at a change of address and at the deletion [PASSKEY-03]", async () => {
    const { account, person, passkey } = await member()
    const email = `moved-${randomUUID().slice(0, 8)}@example.test`
    const change = async (purpose: string) =>
      (
        await person.ask({
          _tag: "ChangeEmail",
          email,
          repeatEmail: email,
          passkey: await use(person, passkey, purpose),
        })
      ).event
    expect(await change("removal")).toEqual({ _tag: "EmailChangeRefused", label: "passkeyExpired" })
    expect(await change("emailChange")).toEqual({ _tag: "EmailChangeRequested" })
    const deletion = await person.ask({
      _tag: "DeleteAccount",
      username: account.email,
      passkey: await use(person, passkey, "deletion"),
    })
    expect(deletion.event).toEqual({ _tag: "AccountDeleted" })
    const guest = await arriving(Person.arrive(site()))
    const { event } = await guest.ask({
      _tag: "LogInWithPasskey",
      passkey: await use(guest, passkey, "logIn"),
    })
    expect(event).toEqual({ _tag: "LogInRefused", label: "passkeyUnknown" })
  })

  it("ends with a password that is reset by mail, and the page says so [PASSKEY-04]", async () => {
    const { account, passkey } = await member()
    const guest = await arriving(Person.arrive(site()))
    await guest.ask({ _tag: "RequestPasswordReset", identity: account.email })
    const mails = new Mails(world, account.email)
    let mail = await mails.next()
    while (!mail.links.some((link) => link.includes("resetpassword"))) mail = await mails.next()
    const password = "opnieuw123"
    const { event } = await guest.ask({
      _tag: "ResetPassword",
      token: tokenOf(actionLink(mail)),
      newPassword: password,
      repeatNewPassword: password,
    })
    expect(event).toEqual({ _tag: "PasswordChanged" })
    const refused = await guest.ask({
      _tag: "LogInWithPasskey",
      passkey: await use(guest, passkey, "logIn"),
    })
    expect(refused.event).toEqual({ _tag: "LogInRefused", label: "passkeyUnknown" })
    expect((await mails.next()).text).toContain("passkeys")
  })

  it("tells a guest nothing, and leaves neither name nor answer in a log [PASSKEY-02]", async () => {
    const guest = await arriving(Person.arrive(site()))
    expect((await guest.get("/api/passkeys")).status).toBe(401)
    expect((await ask(guest, "deletion")).status).toBe(401)
    expect((await options(guest, { password: "x" })).status).toBe(401)
    const account = newPersonAccount()
    const person = await arriving(Person.register(site(), account))
    const passkey = await add(person, account, "Sleutelbos-7f3a")
    const frames = JSON.stringify(person.stream.frames)
    expect(frames).toContain("PasskeyRegistered")
    for (const canary of ["Sleutelbos-7f3a", passkey.id]) expect(frames).not.toContain(canary)
  })
})
