/** The performer's desk over a real backend: the simulators' own pages, requested as a browser does. */
import { Logger, Redacted } from "effect"
import { testRooms } from "@foldcast/backend/chat/chat.fixture"
import type { BackendConfigShape } from "@foldcast/backend/config"
import { testSimulatorsConfig } from "@foldcast/simulators/bank/fake-shop.fixture"
import { startSimulators } from "@foldcast/simulators/simulators"

const KEY = Redacted.make("the key of desk and backend")

export interface DeskAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export interface Sent {
  readonly origin?: string | null
  readonly host?: string
  readonly query?: Readonly<Record<string, string>>
}

export const testDesks = async (
  overrides: Partial<BackendConfigShape> = {},
  password: string | null = null,
  engineUrl: string | null = null,
) => {
  const rooms = await testRooms({ deskKey: KEY, ...overrides })
  const simulators = await startSimulators(
    {
      ...testSimulatorsConfig(),
      desk: {
        backendUrl: rooms.url,
        key: KEY,
        password: password === null ? null : Redacted.make(password),
        browserSecret: Redacted.make("what the desk signs with"),
        engine:
          engineUrl === null
            ? null
            : {
                url: engineUrl,
                publicUrl: engineUrl,
                offersAt: { whip: "/{path}/whip", whep: "/{path}/whep" },
              },
      },
    },
    Logger.layer([]),
  )
  const { url } = simulators
  /** A browser with a cookie jar. */
  const desk = () => {
    const cookies = new Map<string, string>()
    const cookie = () => [...cookies].map((pair) => pair.join("=")).join("; ")
    const answerOf = async (response: Response): Promise<DeskAnswer> => {
      for (const set of response.headers.getSetCookie()) {
        const [name = "", value = ""] = (set.split(";")[0] ?? "").split("=")
        cookies.set(name, value)
      }
      const { status, headers } = response
      return { status, headers, text: await response.text() }
    }
    const see = async (path = "", query: Readonly<Record<string, string>> = {}) =>
      answerOf(
        await fetch(
          `${url}/desk${path}?${new URLSearchParams({ lang: "en", ...query }).toString()}`,
          {
            headers: { Cookie: cookie() },
          },
        ),
      )
    const post = async (
      path: string,
      fields: Readonly<Record<string, string>>,
      { origin = url, query = {} }: Sent = {},
    ) =>
      answerOf(
        await fetch(
          `${url}/desk${path}?${new URLSearchParams({ lang: "en", ...query }).toString()}`,
          {
            method: "POST",
            redirect: "manual",
            headers: { Cookie: cookie(), ...(origin !== null && { Origin: origin }) },
            body: new URLSearchParams(fields),
          },
        ),
      )
    return {
      see,
      post,
      cookies,
      /** Polls the performer's page until it fits, as its script does. */
      until: async (performerId: string, fits: (text: string) => boolean): Promise<string> => {
        let after = ""
        for (;;) {
          const { text } = await see(`/${performerId}`, { after })
          if (fits(text)) return text
          after = /data-version="(\d+)"/u.exec(text)?.[1] ?? ""
        }
      },
      act: (performerId: string, act: string, fields: Readonly<Record<string, string>> = {}) =>
        post(`/${performerId}`, { act, ...fields }),
    }
  }
  return {
    rooms,
    url,
    /** Calls the backend as the desk does. */
    backend: (path: string, headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${rooms.url}/desk/performers${path}`, { headers }),
    key: Redacted.value(KEY),
    desk,
    close: async () => {
      await simulators.close()
      await rooms.close()
    },
  }
}
export type TestDesks = Awaited<ReturnType<typeof testDesks>>
