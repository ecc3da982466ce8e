/**
 * Where the consumers' tests write their pacts: a folder for each process, because Pact loses data when two
 * processes write to one file. It is below PACT_DIR or the temporary directory; never pacts/, which `npm run pacts`
 * assembles.
 */
import { tmpdir } from "node:os"
import { join } from "node:path"

export const pactFolder = join(process.env["PACT_DIR"] ?? tmpdir(), `foldcast-pacts-${process.pid}`)
