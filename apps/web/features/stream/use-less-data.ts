/** Whether this browser is to get still pictures, and the visitor's choice of it, which is kept. Caller: the stream box. */
import { useState } from "react"
import { lessDataStore } from "../../runtime/stores/less-data.ts"
import { wantsLessData } from "../performers/less-data.ts"

export const useLessData = (): readonly [boolean, (isLess: boolean) => void] => {
  const [isLessData, setLessData] = useState(() => wantsLessData())
  return [
    isLessData,
    (isLess) => {
      setLessData(isLess)
      lessDataStore.write(isLess ? "on" : "off")
    },
  ]
}
