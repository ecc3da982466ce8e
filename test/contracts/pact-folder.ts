/**
 * Where the consumers' tests write their pacts: the folder that `npm run pacts` names, else one of the
 * temporary folder, so that an ordinary test run never changes pacts/. Callers: *.pact.ts.
 */
import { tmpdir } from "node:os"
import { join } from "node:path"

export const pactFolder = process.env["PACT_DIR"] ?? join(tmpdir(), `foldcast-pacts-${process.pid}`)
