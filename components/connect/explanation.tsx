import type { ReactNode } from 'react'
import { Icon, alertIcon, identityIcon, moreIcon, safeIcon, walletIcon } from '@/components/ui/icon'
import type { TextPart } from '@/lib/skin/brand'
import type { UserTexts } from '@/lib/messages/user-texts'

/** A warning about links from other people, with its reason folded, unless the service itself sent the user. */
export function StrangersLinkWarning({ t }: { t: UserTexts }) {
  return (
    <div
      data-part="warning"
      className="flex gap-2 rounded-skin border border-transparent bg-warning-surface p-2 text-sm"
    >
      <Icon path={alertIcon} className="text-warning" />
      <details className="group grow">
        <summary className="flex cursor-pointer justify-between gap-2 font-medium text-balance text-warning">
          {t('confirm.ownLink')}
          <Icon path={moreIcon} className="group-open:rotate-180" />
        </summary>
        <p className="mt-1">{t('confirm.othersLink')}</p>
      </details>
    </div>
  )
}

/**
 * What the user agrees to, above the buttons: the data that the service will get, that connecting moves no funds and
 * reveals no private keys, and the operator's own line, which may contain links.
 */
export function Consent({
  t,
  plainIdentifier,
  ownLine,
}: {
  t: UserTexts
  plainIdentifier: string | null
  ownLine: readonly TextPart[]
}) {
  return (
    <section data-part="told" aria-labelledby="told" className="grid gap-3 border-b border-line pb-2 text-sm">
      <div className="grid gap-1.5">
        <h2 id="told" className="text-muted">
          {t('confirm.toldTitle')}
        </h2>
        <ul className="grid gap-1.5">
          <SharedItem icon={walletIcon}>{t('confirm.toldAddress')}</SharedItem>
          <SharedItem icon={identityIcon}>
            {plainIdentifier === null
              ? t('confirm.toldIdentifier')
              : t('confirm.toldPlainIdentifier', { id: plainIdentifier })}
          </SharedItem>
        </ul>
      </div>
      <p className="flex gap-2">
        <Icon path={safeIcon} className="text-success" />
        {t('confirm.cannot')}
      </p>
      {ownLine.length > 0 && (
        <p className="text-muted">
          {ownLine.map(({ text, url }, index) =>
            url === undefined ? (
              text
            ) : (
              <a key={index} href={url}>
                {text}
              </a>
            ),
          )}
        </p>
      )}
    </section>
  )
}

function SharedItem({ icon, children }: { icon: string; children: ReactNode }) {
  return (
    <li className="flex min-w-0 gap-2">
      <Icon path={icon} className="text-muted" />
      <span className="min-w-0 break-words">{children}</span>
    </li>
  )
}
