import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

// The IDs of server actions follow from this key, their file and their name, and so are the same in every build: a form
// of one build works at an instance of another. The key encrypts only what an action closes over, which none does.
process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY = Buffer.alloc(32).toString('base64')

// The build does not trace a folder outside of the project.
const skinFolder = relative('.', process.env.SKIN_DIR || 'skin')
const skinOfBuild = /^(?:$|\.\.)/.test(skinFolder) ? 'skin' : skinFolder

/** @type {import('next').NextConfig} */
export default {
  // Everything the server needs, in `.next/standalone`. `scripts/complete-build.ts` adds what browsers load.
  output: 'standalone',
  // No page has images to resize. The route for it would let strangers fill the disk.
  images: { unoptimized: true },
  outputFileTracingExcludes: { '*': ['node_modules/sharp/**', 'node_modules/@img/**'] },
  // It asks for a client of Redis that this app does not have, where it is handed none.
  serverExternalPackages: ['bullmq'],
  // The header only tells attackers which framework runs here.
  poweredByHeader: false,
  experimental: {
    // Next would redirect what its scripts ask for without a hash to the address with one, for caches that ignore `Vary`.
    // No page may be cached, and the redirect would tell which address `lib/process/guard.ts` has put in place of one.
    validateRSCRequestHeaders: false,
    // Loading every page before the first answer, the console's for staff too, would double the time of a start.
    preloadEntriesOnStart: false,
    // `light-dark()` as it is: what Next puts in its place follows the browser alone, and not the `color-scheme` of a
    // skin or of the preview.
    lightningCssFeatures: { exclude: ['light-dark'] },
  },
  reactStrictMode: true,
  typedRoutes: true,
  // Next's own redirect of `/connect/?…` to `/connect?…` could be cached, with the nonce in it.
  skipTrailingSlashRedirect: true,
  // An unknown address gets one small document, whatever the method. Next's own page has its address in it.
  rewrites: () => Promise.resolve({ fallback: [{ source: '/:path((?!_next/).*)', destination: '/unknown' }] }),
  compiler: {
    defineServer: {
      // lib/skin/traced-folder.ts says what for.
      SKIN_OF_BUILD: skinOfBuild,
      // What a skin leaves out, wherever the default skin's folder is by then.
      DEFAULT_THEME: readFileSync(new URL('./skin/theme.css', import.meta.url), 'utf8'),
    },
  },
  // `next dev` would log the URL of each request, with the nonce in it, and the arguments of server actions.
  logging: { incomingRequests: false, serverFunctions: false, browserToTerminal: false },
  turbopack: {
    // A style sheet whose text a page has in it: docs/decisions/inline-styles.md.
    rules: { '*.inline.css': { loaders: ['./scripts/inline-css-loader.mjs'], as: '*.js' } },
    resolveAlias: {
      '@/app/globals.inline.css': { browser: './app/no-styles.ts' },
      // Three dependencies of the wallet adapters that this app does not need in full. They would be three quarters
      // of the wallet code that a browser downloads. A fourth takes wallets unchecked. Each file says what it replaces.
      '@solana/web3.js': { browser: './components/wallet/web3-stub.ts' },
      '@solana/wallet-standard-wallet-adapter-react': { browser: './components/wallet/standard-adapters.ts' },
      qrcode: { browser: './components/wallet/unused-module.ts' },
      '@noble/curves/secp256k1.js': { browser: './components/wallet/unused-module.ts' },
    },
  },
}
