import { Icon, alertIcon, identityIcon, walletIcon } from '@/components/ui/icon'
import { confirmMessages } from '@/lib/messages/connect-form'

const messages = confirmMessages

/** The warning about links from somebody else. */
export function OwnLinkWarning() {
  return (
    <div className="flex gap-2.5 rounded-skin bg-warning-surface p-3 text-sm">
      <Icon path={alertIcon} className="text-warning" />
      <p>
        <strong className="font-semibold text-warning">{messages.ownLinkTitle}</strong> {messages.ownLink}
      </p>
    </div>
  )
}

/** What the service will be told. */
export function WhatIsTold({ plainIdentifier }: { plainIdentifier: string | null }) {
  return (
    <section aria-labelledby="told" className="grid gap-1 text-sm">
      <h2 id="told" className="text-muted">
        {messages.toldTitle}
      </h2>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        <li className="flex items-center gap-1.5">
          <Icon path={walletIcon} className="size-4 text-muted" />
          {messages.toldAddress}
        </li>
        <li className="flex min-w-0 items-center gap-1.5">
          <Icon path={identityIcon} className="size-4 text-muted" />
          <span className="min-w-0 break-words">
            {plainIdentifier === null ? messages.toldIdentifier : `${messages.toldPlainIdentifier} ${plainIdentifier}`}
          </span>
        </li>
      </ul>
    </section>
  )
}
