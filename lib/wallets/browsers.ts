export interface PhoneBrowser {
  system: 'Android' | 'iOS'
  /** Whether Solana's Mobile Wallet Adapter reaches wallet apps from it. */
  hasMobileAdapter: boolean
  /** Part of an app, such as a messenger. An app's answer then opens in another browser. */
  isInApp: boolean
  /** Where to open the page instead; null if none is better. */
  better: 'Chrome' | 'Safari' | null
}

const systems = { Android: /Android/i, iOS: /iPhone|iPad|iPod/i }

/** A WebView, also as Android before version 5 named it, and the names that apps add. Some apps add `Safari` too. */
const inApp =
  /; wv\)|WebView|Version\/[\d.]+ Chrome\/|like Safari|\bFB(AN|AV|_IAB|IOS)\b|Instagram|Barcelona|Messenger|WhatsApp|Twitter|Telegram|Discord|Snapchat|Pinterest|Reddit|LinkedInApp|musical_ly|trill_|Bytedance|TikTok|\bGSA\/|\bLine\/|NAVER\(|KAKAO|DaumApps|\bQQ\/|Weibo|Zalo/i

/** By `User-Agent`; the first match counts. `docs/decisions/wallets.md` has the sources. */
const phoneBrowsers: readonly (PhoneBrowser & { browser: RegExp })[] = [
  { system: 'Android', browser: /Solana Mobile Web Shell/, hasMobileAdapter: true, isInApp: false, better: null },
  { system: 'Android', browser: inApp, hasMobileAdapter: false, isInApp: true, better: 'Chrome' },
  // Chrome itself. All other browsers with its engine add their own name. A device may have brackets in its name.
  {
    system: 'Android',
    browser: /^[^()]+\(.+\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) Chrome\/[\d.]+( Mobile)? Safari\/[\d.]+$/,
    hasMobileAdapter: true,
    isInApp: false,
    better: null,
  },
  { system: 'Android', browser: /^/, hasMobileAdapter: false, isInApp: false, better: 'Chrome' },
  { system: 'iOS', browser: inApp, hasMobileAdapter: false, isInApp: true, better: 'Safari' },
  // Firefox Focus has no `Safari`.
  { system: 'iOS', browser: /Safari\/|FxiOS\/|Focus\//, hasMobileAdapter: false, isInApp: false, better: null },
  { system: 'iOS', browser: /^/, hasMobileAdapter: false, isInApp: true, better: 'Safari' },
]

/** Undefined for a device that is no phone or tablet. */
export function phoneBrowserOf(userAgent: string | null): PhoneBrowser | undefined {
  const text = userAgent ?? ''
  return phoneBrowsers.find(({ system, browser }) => systems[system].test(text) && browser.test(text))
}
