/** The mail sender as the configuration wants it. Caller: backend.ts. */
import { Layer } from "effect"
import type { BackendConfigShape } from "../config.ts"
import { MailBrands } from "./mail-brand.ts"
import { MailSender } from "./mail-sender.ts"
import { MailTransport } from "./mail-transport.ts"

type Configured = Pick<BackendConfigShape, "mail" | "payments">

export const mailLayer = ({ mail, payments }: Configured) => {
  if (mail.smtpUrl === null) return MailSender.silent
  const name = payments.merchant
  const house = { name, company: { name, email: mail.from ?? "service@foldcast.example" } }
  return MailSender.layer({ from: mail.from }).pipe(
    Layer.provide(MailTransport.smtp(mail.smtpUrl)),
    Layer.provide(MailBrands.layer(house, new Map())),
  )
}
