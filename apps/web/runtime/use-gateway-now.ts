/** The gateway's time now, whatever the browser's clock says. Caller: the grid. */
import { gatewayTime } from "./page-documents.ts"
import { useRuntime } from "./react.tsx"

export const useGatewayNow = (): (() => number) => {
  const { documents } = useRuntime()
  return () => gatewayTime(documents, Date.now())
}
