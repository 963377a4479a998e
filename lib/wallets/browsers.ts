/** What a phone's browser can do with the wallet apps of the phone. */
export interface PhoneBrowser {
  /** Whether Solana's Mobile Wallet Adapter reaches wallet apps from it. */
  hasMobileAdapter: boolean
  /** Whether it belongs to an app, such as a messenger. An app's answer then opens in another browser. */
  isInApp: boolean
  /** The browser in which to open the page instead; null if none is better. */
  better: 'Chrome' | 'Safari' | null
}

const android = /Android/i
const iOS = /iPhone|iPad|iPod/i

/**
 * The browsers of phones by their `User-Agent`. The first row that matches counts. `docs/decisions/wallets.md` has the
 * sources.
 */
const phoneBrowsers: readonly (PhoneBrowser & { system: RegExp; browser: RegExp })[] = [
  { system: android, browser: /Solana Mobile Web Shell/, hasMobileAdapter: true, isInApp: false, better: null },
  // A WebView, also as Android before version 5 named it.
  {
    system: android,
    browser: /; wv\)|WebView|Version\/[\d.]+ Chrome\//,
    hasMobileAdapter: false,
    isInApp: true,
    better: 'Chrome',
  },
  // Chrome itself. All other browsers with its engine add their own name.
  {
    system: android,
    browser: /^[^()]+\([^()]+\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) Chrome\/[\d.]+( Mobile)? Safari\/[\d.]+$/,
    hasMobileAdapter: true,
    isInApp: false,
    better: null,
  },
  { system: android, browser: /^/, hasMobileAdapter: false, isInApp: false, better: 'Chrome' },
  { system: iOS, browser: /Safari\//, hasMobileAdapter: false, isInApp: false, better: null },
  { system: iOS, browser: /^/, hasMobileAdapter: false, isInApp: true, better: 'Safari' },
]

/** Finds the browser of a phone or a tablet by its `User-Agent` header; undefined for any other device. */
export function phoneBrowserOf(userAgent: string | null): PhoneBrowser | undefined {
  return phoneBrowsers.find(({ system, browser }) => system.test(userAgent ?? '') && browser.test(userAgent ?? ''))
}
