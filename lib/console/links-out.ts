import 'server-only'
import { config } from '@/lib/config'

/* Links to the operator's pages about a user and a wallet, outside this app. The configuration has their URLs. */

/**
 * Returns the URL of the page about a user; null if there is no such page.
 *
 * @param userId - the user's ID at the operator's login or, if that is unknown, at the service.
 */
export function userLinkOut(userId: string): string | null {
  return linkOut(config().consoleLinks.user, '{user_id}', userId)
}

/** Returns the URL of the page about a wallet; null if there is no such page. */
export function walletLinkOut(walletAddress: string): string | null {
  return linkOut(config().consoleLinks.wallet, '{wallet_address}', walletAddress)
}

function linkOut(template: string | null, placeholder: string, value: string): string | null {
  // A browser resolves `.` and `..` in the path, so the link would open another page.
  if (template === null || ['', '.', '..'].includes(value)) return null
  // The service can send any text, and `encodeURIComponent` throws on a lone surrogate.
  return template.replaceAll(placeholder, encodeURIComponent(value.toWellFormed()))
}
