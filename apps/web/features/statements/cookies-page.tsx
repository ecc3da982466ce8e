/** Everything this site keeps in a browser, and the visitor's choice about what it does not need. */
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { needsConsent, STORED_ITEMS } from "../../runtime/stores/stored-items.ts"
import { useConsent } from "../consent/use-consent.ts"
import { useDialogOpener } from "../site/use-dialog-opener.ts"
import { StatementPage } from "./statement-page.tsx"
import { SERVER_ITEMS, StoredItemsTable, TAB_ITEMS } from "./stored-items-table.tsx"

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
  const isNecessary = (item: (typeof STORED_ITEMS)[number]) => !needsConsent(item)
  const necessary = [...SERVER_ITEMS, ...STORED_ITEMS.filter(isNecessary), ...TAB_ITEMS]
  const sections = [
    {
      heading: m.cookies_necessary_heading(),
      text: m.cookies_necessary(),
      more: <StoredItemsTable label={m.cookies_necessary_heading()} rows={necessary} />,
    },
    {
      heading: m.cookies_optional_heading(),
      text: m.cookies_optional(),
      more: (
        <>
          <StoredItemsTable
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
