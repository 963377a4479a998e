import type { ReactNode } from 'react'
import { Icon, alertIcon, identityIcon, safeIcon, walletIcon } from '@/components/ui/icon'
import type { TextPart } from '@/lib/skin/brand'
import type { UserTexts } from '@/lib/messages/user-texts'

/** A warning about links from other people. A page shows it unless the service itself sent the user. */
export function StrangersLinkWarning({ t, children }: { t: UserTexts; children?: ReactNode }) {
  return (
    <div
      data-part="warning"
      className="flex gap-2.5 rounded-skin border border-transparent bg-warning-surface p-3 text-sm"
    >
      <Icon path={alertIcon} className="text-warning" />
      <p>
        {children && <strong className="font-semibold text-warning">{children}</strong>}{' '}
        <span>{t('confirm.othersLink')}</span>
      </p>
    </div>
  )
}

/** The data that the service will get, and a note that connecting moves no funds and reveals no private keys. */
export function SharedData({ t, plainIdentifier }: { t: UserTexts; plainIdentifier: string | null }) {
  return (
    <section data-part="told" aria-labelledby="told" className="grid gap-1 text-sm">
      <h2 id="told" className="text-muted">
        {t('confirm.toldTitle')}
      </h2>
      <ul className="grid gap-1">
        <SharedItem icon={walletIcon}>{t('confirm.toldAddress')}</SharedItem>
        <SharedItem icon={identityIcon}>
          {plainIdentifier === null
            ? t('confirm.toldIdentifier')
            : t('confirm.toldPlainIdentifier', { id: plainIdentifier })}
        </SharedItem>
      </ul>
      <p className="flex gap-1.5">
        <Icon path={safeIcon} className="mt-0.5 size-4 text-success" />
        {t('confirm.cannot')}
      </p>
    </section>
  )
}

function SharedItem({ icon, children }: { icon: string; children: ReactNode }) {
  return (
    <li className="flex min-w-0 gap-1.5">
      <Icon path={icon} className="mt-0.5 size-4 text-muted" />
      <span className="min-w-0 break-words">{children}</span>
    </li>
  )
}

/** The operator's own line below the buttons, which may contain links. */
export function Consent({ parts }: { parts: readonly TextPart[] }) {
  if (parts.length === 0) return null
  return (
    <p className="text-center text-sm text-muted">
      {parts.map(({ text, url }, index) =>
        url === undefined ? (
          text
        ) : (
          <a key={index} href={url}>
            {text}
          </a>
        ),
      )}
    </p>
  )
}
