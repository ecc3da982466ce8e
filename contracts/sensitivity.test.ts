import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { ClientFact, CLIENT_FACT_TAGS } from "./client-facts/client-fact.ts"
import { COMMAND_SCHEMAS, COMMAND_TAGS } from "./commands/command.ts"
import { leavesOf } from "./sensitive-leaves.ts"
import { drop, keep, secret, token } from "./sensitivity.ts"
import { Envelope } from "./stream/envelope.ts"
import { EVENT_TAGS, FACT_SCHEMAS } from "./stream/event.ts"

const { event: _event, ...head } = Envelope.fields
const logged = [
  ...leavesOf(Schema.Struct(head).ast, "envelope"),
  ...EVENT_TAGS.flatMap((tag) => leavesOf(FACT_SCHEMAS[tag].ast, tag)),
  ...CLIENT_FACT_TAGS.flatMap((tag) => leavesOf(ClientFact.cases[tag].ast, tag)),
]
const commands = COMMAND_TAGS.flatMap((tag) => leavesOf(COMMAND_SCHEMAS[tag].ast, tag))
const everything = [...logged, ...commands]

/** Two people's digests: their forms must differ, or everybody would become the same person. */
const DIGESTS = ["0123456789abcdef".repeat(4), "fedcba9876543210".repeat(4)] as const

/** All that a browser answers of a passkey. */
const ASSERTION = [
  "id",
  "rawId",
  "response.clientDataJSON",
  "response.authenticatorData",
  "response.signature",
  "response.userHandle",
]
const ATTESTATION = [
  "id",
  "rawId",
  "response.clientDataJSON",
  "response.attestationObject",
  "response.transports[]",
]

describe("sensitivity", () => {
  it("is declared for every field of every fact, client fact and command", () => {
    const undecided = everything.filter(({ sensitivity }) => sensitivity === undefined)
    expect(undecided.map(({ path }) => path)).toEqual([])
    expect(everything.length).toBeGreaterThan(60)
  })

  it("lets no secret into a log", () => {
    const secrets = logged.filter(({ sensitivity }) => sensitivity?.policy === "secret")
    expect(secrets.map(({ path }) => path)).toEqual([])
    const hidden = commands.filter(({ sensitivity }) => sensitivity?.policy === "secret")
    expect(hidden.map(({ path }) => path)).toEqual([
      "Register.password",
      "LogIn.password",
      "LogInWithToken.token",
      ...ASSERTION.map((leaf) => `LogInWithPasskey.passkey.${leaf}`),
      "CheckResetLink.token",
      "ResetPassword.token",
      "ResetPassword.password",
      "ResetPassword.newPassword",
      "ResetPassword.repeatNewPassword",
      "ChangePassword.password",
      "ChangePassword.newPassword",
      "ChangePassword.repeatNewPassword",
      "ChangeEmail.password",
      ...ASSERTION.map((leaf) => `ChangeEmail.passkey.${leaf}`),
      "Activate.token",
      "DeleteAccount.password",
      ...ASSERTION.map((leaf) => `DeleteAccount.passkey.${leaf}`),
      ...ATTESTATION.map((leaf) => `RegisterPasskey.credential.${leaf}`),
      "RemovePasskey.password",
      ...ASSERTION.map((leaf) => `RemovePasskey.passkey.${leaf}`),
      "StartDialIn.pin",
    ])
  })

  for (const { path, ast, sensitivity } of everything) {
    if (sensitivity?.policy === "token")
      it(`gives ${path} a token that its schema accepts`, () => {
        const forms = DIGESTS.map(sensitivity.form)
        for (const form of forms)
          expect(Schema.decodeUnknownSync(Schema.make<Schema.Codec<unknown>>(ast))(form)).toEqual(
            form,
          )
        expect(forms[0]).not.toEqual(forms[1])
      })
    if (sensitivity?.policy === "drop")
      it(`gives ${path} a placeholder that its schema accepts`, () => {
        const { placeholder } = sensitivity
        const decoded = Schema.decodeUnknownSync(Schema.make<Schema.Codec<unknown>>(ast))(
          placeholder,
        )
        expect(decoded).toEqual(placeholder)
      })
  }

  it("finds a field without a declaration, however deep", () => {
    const schema = Schema.TaggedStruct("Example", {
      a: keep(Schema.String),
      b: Schema.String,
      c: Schema.Array(
        Schema.Struct({ d: token(Schema.String, (digest) => digest), e: Schema.Int }),
      ),
      f: Schema.NullOr(Schema.Struct({ g: Schema.Boolean, h: secret(Schema.String) })),
      i: Schema.Record(Schema.String, Schema.Unknown),
      j: Schema.optionalKey(drop(Schema.String, "")),
    })
    const undecided = leavesOf(schema.ast, "Example").filter(
      (leaf) => leaf.sensitivity === undefined,
    )
    expect(undecided.map(({ path }) => path)).toEqual([
      "Example.b",
      "Example.c[].e",
      "Example.f.g",
      "Example.i[*]",
    ])
  })
})
