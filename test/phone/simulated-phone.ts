/** A caller's phone, by the pages and forms of the simulated provider: it dials, hears a PIN, and hangs up. */

export interface PhoneCall {
  readonly id: string
  /** The four digits that the caller hears. */
  readonly pin: string
  /** The call's page, as it is now. */
  readonly page: () => Promise<string>
  /** By the caller, or because the line is lost. */
  readonly end: (how: "caller" | "line") => Promise<unknown>
}

/** `url` is the provider's origin. */
export const dial = async (url: string, number: string): Promise<PhoneCall> => {
  const post = (path: string, form: Readonly<Record<string, string>>) =>
    fetch(url + path, { method: "POST", redirect: "manual", body: new URLSearchParams(form) })
  const dialled = await post("/phone/dial", { number, lang: "en" })
  const path = dialled.headers.get("location")
  if (path === null) throw new Error(`${number} is not in service`)
  const page = async () => (await fetch(url + path)).text()
  const id = new URL(path, url).searchParams.get("id") ?? ""
  const [, pin = ""] = /id="pin">([\d ]+)</u.exec(await page()) ?? []
  return {
    id,
    pin: pin.replaceAll(" ", ""),
    page,
    end: (how) => post("/phone/end", { id, how, lang: "en" }),
  }
}

/** What a call's page says that it took and cost. */
export const figuresOf = (page: string) => {
  const [, minutes, seconds, price = ""] =
    /<dd class="amount">(\d+):(\d+)<[^€]*<dd class="amount">([^<]+)</u.exec(page) ?? []
  return { minutes: Number(minutes), seconds: Number(seconds), price }
}
