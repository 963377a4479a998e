import { lookUpsKey } from './look-ups-key'
import type { Route } from 'next'
import type { ConsolePageLink } from '@/lib/console/shared/pages'
import { pageUrl } from '@/lib/console/shared/page-url'
import { walletAddressProblem } from '@/lib/connect/wallet-address-shape'
import type { ConsoleTexts } from '@/lib/messages/keys'

/** One line below the search field. */
export interface Suggestion {
  url: Route
  title: string
  /** The kind of the suggestion: a page, an earlier look-up, or a possible meaning of the text. */
  hint: string
  /** The text to look up; null for a page. */
  text: string | null
}

const maxRemembered = 6
const maxSuggestions = 8

/**
 * Returns the pages, the earlier look-ups and the places that match a text, without a call to a server.
 *
 * @param allowed - the pages that the viewer may open.
 */
export function suggestionsFor(text: string, t: ConsoleTexts, allowed: readonly ConsolePageLink[]): Suggestion[] {
  const lower = text.toLowerCase()
  const pages = allowed
    .map(({ path, name }) => ({
      url: path,
      title: t(`layout.pages.${name}`),
      hint: t('controls.search.page'),
      text: null,
    }))
    .filter(({ title }) => title.toLowerCase().includes(lower))
  const recent = remembered()
    .filter((each) => each !== text && each.toLowerCase().includes(lower))
    .map((each) => ({
      url: pageUrl('/console/search', { q: each }),
      title: each,
      hint: t('controls.search.recent'),
      text: each,
    }))
  const found = text === '' ? [...recent, ...pages] : [...placesFor(text, t), ...pages, ...recent]
  return found.slice(0, maxSuggestions)
}

/** Returns the places that fit the form of a text ("Conventions"). */
function placesFor(text: string, t: ConsoleTexts): Suggestion[] {
  const id = text.toUpperCase()
  const isUlid = /^[0-9A-HJKMNP-TV-Z]{26}$/.test(id)
  const isCode = /^[0-9A-Z]{10}$/.test(id)
  const isWallet = walletAddressProblem(text) === null
  const place = (kind: 'user' | 'conversion' | 'task_run' | 'wallet' | 'connect' | 'balance', url: Route) => ({
    url,
    title: text,
    hint: t(`controls.search.places.${kind}`),
    text,
  })
  return [
    ...(isUlid
      ? [
          place('user', `/console/users/${id}`),
          place('conversion', `/console/conversions/${id}`),
          place('task_run', pageUrl('/console/task-runs', { find: id })),
        ]
      : []),
    ...(isWallet ? [place('wallet', pageUrl('/console/resources', { address: text }))] : []),
    ...(isCode || isUlid || isWallet ? [place('connect', pageUrl('/console/connects', { find: text }))] : []),
    ...(/^\w{3,}$/.test(text) ? [place('balance', pageUrl('/console/balances', { find: text }))] : []),
  ]
}

/** Reads the last texts that this browser has looked up, the newest first. */
function remembered(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(lookUpsKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string').slice(0, maxRemembered) : []
  } catch {
    // The stored text is invalid, or the browser blocks the storage.
    return []
  }
}

/** Stores a looked-up text in this browser. */
export function remember(text: string): void {
  const texts = [text, ...remembered().filter((each) => each !== text)].slice(0, maxRemembered)
  try {
    localStorage.setItem(lookUpsKey, JSON.stringify(texts))
  } catch {
    // The browser blocks the storage, or it is full.
  }
}
