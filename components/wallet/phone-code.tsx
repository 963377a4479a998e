'use client'

import { useState } from 'react'
import { Icon, moreIcon, phoneIcon } from '@/components/ui/icon'
import { useTexts } from '@/components/texts'
import { RowContent } from './wallet-row'

/**
 * A QR code that opens the link on the user's phone. The server draws it when the user opens it, and again after a
 * failure. The link has the nonce, which must never be part of the page, so only the image contains it.
 */
export function PhoneCode({ linkId }: { linkId: string }) {
  const t = useTexts()
  const [hasFailed, setHasFailed] = useState(false)
  return (
    <details className="group noscript:hidden pointer-coarse:hidden" onToggle={() => setHasFailed(false)}>
      <summary className="wallet-row">
        <RowContent ownIcon={phoneIcon} end={<Icon path={moreIcon} className="text-muted group-open:rotate-180" />}>
          {t('wallet.phone.button')}
        </RowContent>
      </summary>
      <div className="grid justify-items-center gap-3 p-3 text-sm">
        {hasFailed ? <p role="alert">{t('wallet.unavailable.text')}</p> : <p>{t('wallet.phone.text')}</p>}
        {!hasFailed && (
          // eslint-disable-next-line nextjs/no-img-element -- a vector image, made for this user, needs no resizing
          <img
            src={`/connect/phone-code?link=${encodeURIComponent(linkId)}`}
            alt={t.plain('wallet.phone.image')}
            // Otherwise browsers load it before the user opens it.
            loading="lazy"
            width={256}
            height={256}
            className="size-64 max-w-full rounded-skin bg-white text-black"
            onError={() => setHasFailed(true)}
          />
        )}
      </div>
    </details>
  )
}
