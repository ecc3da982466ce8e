/** `foldcast replay --keys`: the trusted public keys, from files and gateways. */
import { readFile } from "node:fs/promises"
import { Exit, Schema } from "effect"
import { CaptureKeySet } from "@foldcast/contracts/capture/key-set"
import { type KnownKeys, knownKeys } from "@foldcast/replay/signature"
import { Failure } from "../failure.ts"
import { fetchOutside } from "../fetch-outside.ts"

const decodeKeySet = Schema.decodeUnknownExit(Schema.fromJsonString(CaptureKeySet))

/** The path of a gateway's keys, when the option names only the gateway. */
const KEYS_PATH = "/support/keys"

const textAt = async (address: URL): Promise<string> => {
  if (address.pathname === "/") address.pathname = KEYS_PATH
  const response = await fetchOutside(address)
  if (!response.ok) throw new Failure(`${address.href} answered with status ${response.status}.`)
  return response.text()
}

const keySet = async (source: string): Promise<CaptureKeySet> => {
  const address = /^https?:\/\//iu.test(source) ? URL.parse(source) : null
  const text =
    address === null
      ? await readFile(source, "utf8").catch(() => {
          throw new Failure(`The keys in ${source} cannot be read.`)
        })
      : await textAt(address)
  const set = decodeKeySet(text)
  if (Exit.isSuccess(set)) return set.value
  throw new Failure(`${source} holds no key set of a gateway.`)
}

export const readKeys = async (sources: ReadonlyArray<string>): Promise<KnownKeys> =>
  knownKeys(await Promise.all(sources.map(keySet)))
