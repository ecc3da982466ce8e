/**
 * May a browser be sent to this address to pay? Only to the hosts the gateway was told of, over https;
 * plain http is for development alone. Pure.
 */
export interface PaymentHosts {
  /** `host` or `host:port`, as they stand in the address. */
  readonly hosts: ReadonlySet<string>
  readonly allowHttp: boolean
}

export const isPaymentUrl = (text: string, { hosts, allowHttp }: PaymentHosts): boolean => {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return (
    (url.protocol === "https:" || (allowHttp && url.protocol === "http:")) &&
    url.username === "" &&
    url.password === "" &&
    hosts.has(url.host)
  )
}
