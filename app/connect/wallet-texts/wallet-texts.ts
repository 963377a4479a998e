import 'server-only'
import { createHash } from 'node:crypto'
import { walletTexts } from '@/components/connect/browser-texts'
import { textsForBrowser } from '@/lib/messages/request'
import type { CompiledMessages } from '@/lib/messages/texts'

/** The texts of the wallet adapters in a language of the skin. */
export const walletTextsIn = (language: string) => textsForBrowser(language, ...walletTexts).messages

/**
 * Where a page gets the texts of the wallet adapters. The name changes with them: a page of another build, whose adapters
 * may ask for others, gets none.
 */
export function walletTextsUrl(language: string): string {
  return `/connect/wallet-texts/${versionOf(walletTextsIn(language))}/${language}`
}

const versions = new WeakMap<CompiledMessages, string>()

export function versionOf(messages: CompiledMessages): string {
  const known = versions.get(messages)
  if (known !== undefined) return known
  const version = createHash('sha256').update(JSON.stringify(messages)).digest('hex').slice(0, 12)
  versions.set(messages, version)
  return version
}
