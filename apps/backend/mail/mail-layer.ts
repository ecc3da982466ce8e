/** The mail sender by the configuration. */
import { Layer } from "effect"
import type { BackendConfigShape } from "../config.ts"
import { brandById } from "../brands/brands.ts"
import { MailBrands } from "./mail-brand.ts"
import { MailSender } from "./mail-sender.ts"
import { MailTransport } from "./mail-transport.ts"

export const mailLayer = ({ mail }: Pick<BackendConfigShape, "mail">) =>
  mail.smtpUrl === null
    ? MailSender.silent
    : MailSender.layer({ from: mail.from }).pipe(
        Layer.provide(MailTransport.smtp(mail.smtpUrl)),
        Layer.provide(MailBrands.layer(brandById)),
      )
