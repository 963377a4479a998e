import 'server-only'
import { config } from '@/lib/config'

/* The operator's own pages about a user and a wallet, from the addresses in the configuration. */

/** The page about a user, by the ID of the operator's own login, or the service's where only that is known; null if there is no such page. */
export function userLinkOut(userId: string): string | null {
  return linkOut(config().consoleLinks.user, '{user_id}', userId)
}

/** The page about a wallet; null if there is no such page. */
export function walletLinkOut(walletAddress: string): string | null {
  return linkOut(config().consoleLinks.wallet, '{wallet_address}', walletAddress)
}

function linkOut(template: string | null, placeholder: string, value: string): string | null {
  // A browser resolves dots as a part of the path, so the link would lead elsewhere.
  if (template === null || ['', '.', '..'].includes(value)) return null
  // Any text may come from the service, and half of a character cannot be encoded.
  return template.replaceAll(placeholder, encodeURIComponent(value.toWellFormed()))
}
