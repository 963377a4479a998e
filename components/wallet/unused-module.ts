/**
 * Replaces parts of the wallet adapters' dependencies that this app does not use (see `next.config.mjs`
 * and `web3-stub.ts`): transactions, and what the Mobile Wallet Adapter needs to reach a wallet on another
 * device through a QR code and a relay. Any use of it throws.
 */
export const unusedModule: object = new Proxy(
  {},
  {
    get(_target, name) {
      throw new Error(`${String(name)} is left out: see components/wallet/unused-module.ts.`)
    },
  },
)

export { unusedModule as schnorr, unusedModule as default }
