/** The gateway's time now, whatever the browser's clock says. */
import { useCallback } from "react"
import { gatewayTime } from "./page-answers.ts"
import { useRuntime } from "./react.tsx"

export const useGatewayNow = (): (() => number) => {
  const { pageAnswers } = useRuntime()
  return useCallback(() => gatewayTime(pageAnswers, Date.now()), [pageAnswers])
}
