/**
 * Replaces unused parts of the wallet adapters' dependencies (see `next.config.mjs` and `web3-stub.ts`): transactions,
 * and the code of the Mobile Wallet Adapter that reaches a wallet on another device through a QR code and a relay. Any
 * use of it throws.
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
