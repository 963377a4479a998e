import { externalIcon, Icon } from '@/components/ui/icon'
import { consoleTexts } from '@/lib/skin/texts'

/**
 * A link to the operator's own page about a user or a wallet. `userLinkOut` and `walletLinkOut` return its URL. It
 * names its target, and sends no referrer.
 *
 * @param url - null for no link.
 */
export function LinkOut({ url }: { url: string | null }) {
  if (url === null) return null
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer noopener"
      className="inline-flex min-h-6 items-center gap-1 text-sm text-accent underline underline-offset-2 hover:text-accent-strong"
    >
      {new URL(url).host}
      <span className="sr-only">{consoleTexts()('shared.newTab')}</span>
      <Icon path={externalIcon} className="size-4 rtl:-scale-x-100" />
    </a>
  )
}
