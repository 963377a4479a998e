import type { ComponentProps } from 'react'
import { Link } from '@/components/ui/link'
import { externalIcon, Icon } from '@/components/ui/icon'
import { config } from '@/lib/config'
import { consoleTexts } from '@/lib/skin/texts'

export function TextLink(props: Omit<ComponentProps<typeof Link>, 'className'>) {
  return (
    <Link
      {...props}
      className="inline-flex items-center text-accent underline underline-offset-2 hover:text-accent-strong min-h-6"
    />
  )
}

const placeholders = { user: '{user_id}', wallet: '{wallet_address}' }

/** @param id - a wallet address, or a user's ID: at the operator's login or, if that is unknown, at the service. */
export function LinkOut({ kind, id }: { kind: 'user' | 'wallet'; id: string }) {
  const template = config().consoleLinks[kind]
  // A browser resolves `.` and `..` in the path, so the link would open another page.
  if (template === null || ['', '.', '..'].includes(id)) return null
  // The service can send any text, and `encodeURIComponent` throws on a lone surrogate.
  const url = template.replaceAll(placeholders[kind], encodeURIComponent(id.toWellFormed()))
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
