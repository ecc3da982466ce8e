/** The company behind the site, at the end of each statement: only the details that the brand provides. */
import { m } from "@foldcast/messages/messages"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { telHref } from "../site/tel-href.ts"

export function StatementCompany() {
  const { name: brand, company } = usePageFrame().brand
  const { name, address, email, phone } = company
  return (
    <section>
      <h2>{m.statement_company_heading()}</h2>
      <p>{m.statement_company({ brand, name })}</p>
      <dl className="statement__company">
        {address !== null && (
          <div>
            <dt>{m.statement_company_address()}</dt>
            <dd>{address}</dd>
          </div>
        )}
        <div>
          <dt>{m.statement_company_email()}</dt>
          <dd>
            <a href={`mailto:${email}`}>{email}</a>
          </dd>
        </div>
        {phone !== null && (
          <div>
            <dt>{m.statement_company_phone()}</dt>
            <dd>
              <a href={telHref(phone)}>{phone}</a>
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}
