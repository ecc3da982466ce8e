/** The wallets by id, and the variant in which each is shown (WALLET-13). Pure data. */
export interface Wallet {
  readonly id: string
  readonly variant: "drawer" | "default"
}

const DEFAULT: Wallet = { id: "default", variant: "default" }
const WALLETS: ReadonlyArray<Wallet> = [DEFAULT, { id: "drawer", variant: "drawer" }]

/** Without an id, the default one. */
export const walletById = (id: string | undefined): Wallet | undefined =>
  id === undefined ? DEFAULT : WALLETS.find((wallet) => wallet.id === id)
