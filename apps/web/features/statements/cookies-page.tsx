/**
 * Lists everything this site stores in a browser, and the visitor's choice about the data that it does not need.
 */
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { needsConsent, STORED_ITEMS } from "../../runtime/stores/stored-items.ts"
import { useConsent } from "../consent/use-consent.ts"
import { useDialogOpener } from "../site/use-dialog-opener.ts"
import { StoredTable, SERVER_ITEMS, TAB_ITEMS } from "./stored-table.tsx"
import { StatementPage } from "./statement-page.tsx"

const CHOICE = {
  accepted: m.cookies_choice_accepted,
  refused: m.cookies_choice_refused,
} as const

function Choice() {
  const { choice } = useConsent()
  const consent = useDialogOpener("consent")
  return (
    <div className="statement__choice">
      <p>
        <TextRun>{choice === null ? m.cookies_choice_open() : CHOICE[choice]()}</TextRun>
      </p>
      <Button className="needs-script" {...consent}>
        {m.cookies_change()}
      </Button>
    </div>
  )
}

export function CookiesPage() {
  const necessary = [
    ...SERVER_ITEMS,
    ...STORED_ITEMS.filter((item) => !needsConsent(item)),
    ...TAB_ITEMS,
  ]
  const sections = [
    {
      heading: m.cookies_necessary_heading(),
      text: m.cookies_necessary(),
      more: <StoredTable label={m.cookies_necessary_heading()} rows={necessary} />,
    },
    {
      heading: m.cookies_optional_heading(),
      text: m.cookies_optional(),
      more: (
        <>
          <StoredTable
            label={m.cookies_optional_heading()}
            rows={STORED_ITEMS.filter(needsConsent)}
          />
          <Choice />
        </>
      ),
    },
  ]
  return <StatementPage title={m.cookies_title()} sections={sections} />
}
