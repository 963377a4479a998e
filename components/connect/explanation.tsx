import { Icon, alertIcon, identityIcon, walletIcon } from '@/components/ui/icon'
import type { UserTexts } from '@/lib/messages/user-texts'

/** The warning about links from somebody else. */
export function OwnLinkWarning({ t }: { t: UserTexts }) {
  return (
    <div className="flex gap-2.5 rounded-skin bg-warning-surface p-3 text-sm">
      <Icon path={alertIcon} className="text-warning" />
      <p>
        <strong className="font-semibold text-warning">{t('confirm.ownLinkTitle')}</strong> {t('confirm.ownLink')}
      </p>
    </div>
  )
}

/** What the service will be told. */
export function WhatIsTold({ t, plainIdentifier }: { t: UserTexts; plainIdentifier: string | null }) {
  return (
    <section aria-labelledby="told" className="grid gap-1 text-sm">
      <h2 id="told" className="text-muted">
        {t('confirm.toldTitle')}
      </h2>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        <li className="flex items-center gap-1.5">
          <Icon path={walletIcon} className="size-4 text-muted" />
          {t('confirm.toldAddress')}
        </li>
        <li className="flex min-w-0 items-center gap-1.5">
          <Icon path={identityIcon} className="size-4 text-muted" />
          <span className="min-w-0 break-words">
            {plainIdentifier === null
              ? t('confirm.toldIdentifier')
              : t('confirm.toldPlainIdentifier', { id: plainIdentifier })}
          </span>
        </li>
      </ul>
    </section>
  )
}
