/** @type {import('next').NextConfig} */
export default {
  // The header only tells strangers what to attack.
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: true,
  // `next dev` would print the address of each request, and the nonce with it, and what is sent to actions.
  logging: { incomingRequests: false, serverFunctions: false, browserToTerminal: false },
  turbopack: {
    // Three parts of the wallet adapters' dependencies that nothing here uses, three quarters of what a
    // browser would have to load; each file says what it stands for.
    resolveAlias: {
      '@solana/web3.js': { browser: './components/wallet/web3.ts' },
      qrcode: { browser: './components/wallet/left-out.ts' },
      '@noble/curves/secp256k1.js': { browser: './components/wallet/left-out.ts' },
    },
  },
}
