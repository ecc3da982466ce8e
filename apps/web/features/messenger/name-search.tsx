/** A field that narrows a list to names that hold what is typed, once typing rests. */
import { useState } from "react"
import { useDelayed } from "../site/use-delayed.ts"

/** Milliseconds after the last character. */
const RESTS_MS = 200
const MAX_NAME = 64

export interface SearchedName {
  readonly typed: string
  readonly type: (typed: string) => void
  /** What the list is narrowed to; empty: all. */
  readonly username: string
}

export const useSearchedName = (): SearchedName => {
  const [typed, type] = useState("")
  return { typed, type, username: useDelayed(typed.trim(), RESTS_MS) ?? "" }
}

export interface NameSearchProps {
  readonly label: string
  readonly name: SearchedName
}

export function NameSearch({ label, name }: NameSearchProps) {
  return (
    <input
      type="search"
      className="ui-field__input"
      value={name.typed}
      maxLength={MAX_NAME}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      onChange={({ target }) => {
        name.type(target.value)
      }}
    />
  )
}
