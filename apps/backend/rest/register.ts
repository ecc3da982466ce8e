/**
 * POST /member. Of `meta`, the brand and the language of mails are stored; the fingerprint is not, because nothing
 * needs it.
 */
import { Effect, Redacted, Schema } from "effect"
import { RegisterAnswer, RegisterRequest } from "@foldcast/contracts/upstream/member-api"
import { Locale } from "@foldcast/contracts/units"
import { brandById } from "../brands/brands.ts"
import { openCall } from "./call.ts"
import { routesOf } from "./routes.ts"
import { registerMember } from "../members/register.ts"

const isLocale = Schema.is(Locale)

const postMember = openCall({
  storesFor: "guests",
  body: RegisterRequest,
  answer: RegisterAnswer,
  handle: ({ body, lang, address }) => {
    const chosen = body.meta["lang"]
    return Effect.map(
      registerMember({
        email: body.email,
        password: Redacted.make(body.password),
        username: body.username,
        birthday: body.birthday,
        lang: isLocale(chosen) ? chosen : lang,
        brand: brandById(body.meta["brand"]).id,
        address,
      }),
      (id) => ({ id }),
    )
  },
})

export const registerRoutes = routesOf({
  "POST /member": postMember,
})
