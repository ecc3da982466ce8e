/** Sends a request to a remote gateway, through a proxy if one is set. */
import { fetchFailureReason } from "@foldcast/verify/fetch-failure"
import { goThroughProxy, wayOut } from "@foldcast/verify/proxy"
import { Failure } from "./failure.ts"

export const fetchOutside = async (
  address: URL,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> => {
  const unfit = goThroughProxy()
  if (unfit !== null) throw new Failure(`${unfit}.`)
  return fetch(address, { headers }).catch((error: unknown) => {
    throw new Failure(
      `${address.origin} cannot be reached: ${fetchFailureReason(error)}${wayOut(error)}.`,
    )
  })
}
