import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

// With a fixed key, every build has the same IDs of server actions, so a form of one build works at an instance of
// another. The key also encrypts the variables that an action closes over, but no action closes over any.
process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY = Buffer.alloc(32).toString('base64')

// The build cannot trace a folder outside the project.
const skinFolder = relative('.', process.env.SKIN_DIR || 'skin')
const skinOfBuild = /^(?:$|\.\.)/.test(skinFolder) ? 'skin' : skinFolder

/** @type {import('next').NextConfig} */
export default {
  // `scripts/complete-build.ts` adds the files for browsers.
  output: 'standalone',
  // No page needs resized images. The route for resizing would let an attacker fill the disk.
  images: { unoptimized: true },
  outputFileTracingExcludes: { '*': ['node_modules/sharp/**', 'node_modules/@img/**'] },
  // Bundled, bullmq would require a Redis client that the app does not have, and @next/env would not know which files
  // Next has read.
  serverExternalPackages: ['bullmq', '@next/env'],
  // It would only show attackers which framework runs here.
  poweredByHeader: false,
  experimental: {
    // CI builds in an empty folder, where a cache only takes a fifth of the time to write.
    turbopackFileSystemCacheForBuild: !process.env.CI,
    // Nothing reads them, and the build would take a fifth longer.
    turbopackSourceMaps: false,
    turbopackInputSourceMaps: false,
    // Next would redirect its scripts' requests to a URL with a hash, for caches. Our pages are never cached.
    validateRSCRequestHeaders: false,
    // Loading every page before the first response would double the start time.
    preloadEntriesOnStart: false,
    // Next's replacement of `light-dark()` ignores the `color-scheme` of a skin or the preview.
    lightningCssFeatures: { exclude: ['light-dark'] },
  },
  reactStrictMode: true,
  // `npm run typecheck` checks the types, once.
  typescript: { ignoreBuildErrors: true },
  typedRoutes: true,
  // A cache could store Next's redirect of `/connect/?…` to `/connect?…`, which contains the nonce.
  skipTrailingSlashRedirect: true,
  // Every unknown URL returns one small document, because Next's own page would contain the requested URL. The page that
  // Next shows for its own errors has a URL too, and would answer 500.
  rewrites: () =>
    Promise.resolve({
      beforeFiles: [
        { source: '/_global-error', destination: '/unknown' },
        {
          source: '/console/:path*',
          has: [{ type: 'header', key: 'x-console', value: 'unknown' }],
          destination: '/unknown',
        },
      ],
      fallback: [
        {
          source: '/console/:path*',
          has: [{ type: 'header', key: 'x-console', value: 'true' }],
          destination: '/console/unknown',
        },
        { source: '/:path*', destination: '/unknown' },
      ],
    }),
  compiler: {
    defineServer: {
      // lib/skin/index.ts explains the purpose.
      SKIN_OF_BUILD: skinOfBuild,
      // The defaults for a skin's missing values. The default skin's folder may be elsewhere at run time.
      DEFAULT_THEME: readFileSync(new URL('./skin/theme.css', import.meta.url), 'utf8'),
      ACCENT_RULES: readFileSync(new URL('./lib/skin/accents.css', import.meta.url), 'utf8'),
    },
  },
  // `next dev` would log the URL of each request, which can contain the nonce, and the arguments of server actions.
  logging: { incomingRequests: false, serverFunctions: false, browserToTerminal: false },
  turbopack: {
    // A style sheet whose text is written into the page: docs/decisions/inline-styles.md.
    rules: { '*.inline.css': { loaders: ['./scripts/inline-css-loader.mjs'], as: '*.js' } },
    resolveAlias: {
      '@/app/globals.inline.css': { browser: './app/no-styles.ts' },
      // The file gives the reasons and the bytes.
      '@solana/web3.js': { browser: './components/wallet/stubs.ts' },
      qrcode: { browser: './components/wallet/stubs.ts' },
      '@noble/curves/secp256k1.js': { browser: './components/wallet/stubs.ts' },
      '@solana/wallet-standard-wallet-adapter-react': { browser: './components/wallet/stubs.ts' },
    },
  },
}
