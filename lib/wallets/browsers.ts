export interface PhoneBrowser {
  system: 'Android' | 'iOS'
  /** Whether Solana's Mobile Wallet Adapter reaches wallet apps from it. */
  hasMobileAdapter: boolean
  /** Part of an app, such as a messenger. An app's answer then opens in another browser. */
  isInApp: boolean
  /** Where to open the page instead; null if none is better. */
  better: 'Chrome' | 'Safari' | null
}

/** A WebView, also as Android before version 5 named it, and the names that apps add. Some apps add `Safari` too. */
const inApp =
  /; wv\)|WebView|Version\/[\d.]+ Chrome\/|like Safari|\bFB(AN|AV|_IAB|IOS)\b|Instagram|Barcelona|Messenger|WhatsApp|Twitter|Telegram|Discord|Snapchat|Pinterest|Reddit|LinkedInApp|musical_ly|trill_|Bytedance|TikTok|\bGSA\/|\bLine\/|NAVER\(|KAKAO|DaumApps|\bQQ\/|Weibo|Zalo/i

/** Chrome itself. All other browsers with its engine add their own name. A device may have brackets in its name. */
const chromeOnAndroid =
  /^[^()]+\(.+\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) Chrome\/[\d.]+( Mobile)? Safari\/[\d.]+$/

/** Firefox Focus has no `Safari`. */
const browserOnIphone = /Safari\/|FxiOS\/|Focus\//

/** Undefined for a device that is no phone or tablet. `docs/decisions/wallets.md` has the sources. */
export function phoneBrowserOf(userAgent: string | null): PhoneBrowser | undefined {
  const text = userAgent ?? ''
  if (/Android/i.test(text)) {
    const isShell = text.includes('Solana Mobile Web Shell')
    const isInApp = !isShell && inApp.test(text)
    const hasMobileAdapter = isShell || (!isInApp && chromeOnAndroid.test(text))
    return { system: 'Android', hasMobileAdapter, isInApp, better: hasMobileAdapter ? null : 'Chrome' }
  }
  if (!/iPhone|iPad|iPod/i.test(text)) return undefined
  const isInApp = inApp.test(text) || !browserOnIphone.test(text)
  return { system: 'iOS', hasMobileAdapter: false, isInApp, better: isInApp ? 'Safari' : null }
}
