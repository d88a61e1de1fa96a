import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs'

interface TabChoice<Id extends string> {
  readonly id: Id
  readonly name: string
  readonly content: ReactNode
}

export function Tabs<Id extends string>(props: {
  readonly label: string
  readonly tabs: readonly TabChoice<Id>[]
  readonly selected: Id
  readonly onSelect: (id: Id) => void
}) {
  return (
    <AriaTabs
      selectedKey={props.selected}
      onSelectionChange={(key) => {
        const chosen = props.tabs.find(({ id }) => id === key)
        if (chosen !== undefined) props.onSelect(chosen.id)
      }}
      className="grid gap-3 outline-none"
    >
      <TabList aria-label={props.label} className="flex flex-wrap gap-1 border-b border-line">
        {props.tabs.map(({ id, name }) => (
          <Tab
            key={id}
            id={id}
            className="-mb-px cursor-default rounded-t-normal border-b-2 border-transparent px-3 py-2 text-soft outline-offset-[-2px] data-hovered:text-ink data-selected:border-accent data-selected:font-semibold data-selected:text-accent"
          >
            {name}
          </Tab>
        ))}
      </TabList>
      {props.tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="outline-offset-2">
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
