/**
 * Takes the place of parts of the wallet adapters' dependencies that this app has no use for (see
 * `next.config.mjs` and `web3.ts`): transactions, and what the Mobile Wallet Adapter carries for reaching
 * a wallet on another device by a QR code and a relay. Whatever would use one of them fails at once.
 */
export const leftOut: object = new Proxy(
  {},
  {
    get(_target, name) {
      throw new Error(`${String(name)} is left out: see components/wallet/left-out.ts.`)
    },
  },
)

export { leftOut as schnorr, leftOut as default }
