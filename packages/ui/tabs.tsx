/**
 * Texts behind tabs. All of them are in the page, whichever is shown: search engines read them, and
 * without script every one of them can be read.
 */
import type { ReactNode } from "react"
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from "react-aria-components/Tabs"
import "./tabs.css"

export interface TabContent {
  readonly id: string
  readonly label: string
  readonly content: ReactNode
}

export interface TabsProps {
  /** What the tabs are about. */
  readonly label: string
  readonly tabs: ReadonlyArray<TabContent>
}

export function Tabs({ label, tabs }: TabsProps) {
  return (
    <AriaTabs className="ui-tabs">
      <TabList aria-label={label} className="ui-tabs__list">
        {tabs.map(({ id, label: name }) => (
          <Tab key={id} id={id} className="ui-tabs__tab">
            {name}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} shouldForceMount className="ui-tabs__panel">
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
