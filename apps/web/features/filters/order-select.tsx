/**
 * In which order a list stands: the browser's own select, so phones show their native picker. Without script its form
 * is sent, with the rest of the query.
 */
import { ArrowDownUp, ChevronDown } from "lucide-react"
import { useEffect, useEffectEvent, useRef, useState } from "react"
import { m } from "@foldcast/messages/messages"
import {
  DEFAULT_ORDER,
  GRID_ORDERS,
  type GridOrder,
  readOrder,
  writeOrder,
} from "@foldcast/rules/grid/orders"
import { Button } from "@foldcast/ui/button.tsx"
import { usePageLocation } from "../site/use-page-location.ts"
import { unreadableIn } from "./filter-query.ts"
import { useChosenOrder, useFilterChanges } from "./use-grid-filter.ts"
import "./order-select.css"

const ORDER_NAMES: Readonly<Record<GridOrder, () => string>> = {
  recommended: m.grid_order_recommended,
  newest: m.grid_order_newest,
  rating: m.grid_order_rating,
  name: m.grid_order_name,
}

const orderOf = (value: string): GridOrder => readOrder(value) ?? DEFAULT_ORDER

/** Without what cannot be read: the gateway leaves it out, and the page is taken over as it was written. */
function RestOfQuery() {
  const { search, searchStr } = usePageLocation()
  const unreadable: ReadonlyArray<string> = unreadableIn(search)
  return [...new URLSearchParams(searchStr)]
    .filter(([name]) => name !== "order" && !unreadable.includes(name))
    .map(([name, value], at) => (
      <input key={`${at} ${name}`} type="hidden" name={name} value={value} />
    ))
}

export function OrderSelect() {
  const order = useChosenOrder()
  const changes = useFilterChanges()
  const select = useRef<HTMLSelectElement>(null)
  // What was chosen shows before the address has it: the next key starts from there.
  const [chosen, setChosen] = useState({ order, since: order })
  if (chosen.since !== order) setChosen({ order, since: order })
  const choose = (value: string) => {
    setChosen({ order: orderOf(value), since: order })
    changes.order(orderOf(value))
  }
  // What was chosen before this script came.
  const takeEarlyChoice = useEffectEvent(() => {
    const early = select.current?.value
    if (early !== undefined && orderOf(early) !== order) choose(early)
  })
  useEffect(() => {
    takeEarlyChoice()
  }, [])
  return (
    <form method="get" className="order-select">
      <RestOfQuery />
      <label className="order-select__field">
        <ArrowDownUp size={16} aria-hidden="true" className="order-select__sign" />
        <span className="order-select__label">{m.grid_order()}</span>
        <select
          ref={select}
          name="order"
          autoComplete="off"
          value={writeOrder(chosen.order)}
          onChange={(event) => {
            choose(event.target.value)
          }}
        >
          {GRID_ORDERS.map((one) => (
            <option key={one} value={writeOrder(one)}>
              {ORDER_NAMES[one]()}
            </option>
          ))}
        </select>
        <ChevronDown size={16} aria-hidden="true" className="order-select__chevron" />
      </label>
      <Button type="submit" className="without-script">
        {m.grid_order_submit()}
      </Button>
    </form>
  )
}
