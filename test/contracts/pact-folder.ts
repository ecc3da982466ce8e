/**
 * Where the consumers' tests write their pacts: a folder for each process, because Pact loses what two write to one
 * file, in the folder that PACT_DIR names or in the temporary one; never in pacts/, which `npm run pacts` puts
 * together.
 */
import { tmpdir } from "node:os"
import { join } from "node:path"

export const pactFolder = join(process.env["PACT_DIR"] ?? tmpdir(), `foldcast-pacts-${process.pid}`)
