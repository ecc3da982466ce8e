/** The guarantees of changing and deleting an account, on every database; one backend for all tests. */
import { afterAll, beforeAll } from "vitest"
import type { BackendConfigShape } from "../config.ts"
import { accountNoticesConformance } from "./account-notices.conformance.ts"
import { testAccounts, type TestAccounts } from "./accounts.fixture.ts"
import { changedEmailConformance } from "./changed-email.conformance.ts"
import { changedPasswordConformance } from "./changed-password.conformance.ts"
import { changedUsernameConformance } from "./changed-username.conformance.ts"
import { deletedAccountConformance } from "./deleted-account.conformance.ts"

export const accountChangesConformance = (
  name: string,
  overrides: () => Partial<BackendConfigShape>,
) => {
  let accounts: TestAccounts
  beforeAll(async () => {
    accounts = await testAccounts(overrides())
  })
  afterAll(() => accounts?.close())

  changedPasswordConformance(name, () => accounts)
  changedEmailConformance(name, () => accounts)
  changedUsernameConformance(name, () => accounts)
  deletedAccountConformance(name, () => accounts)
  accountNoticesConformance(name, () => accounts)
}
