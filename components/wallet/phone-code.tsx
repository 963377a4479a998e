'use client'

import { useState } from 'react'
import { Icon, moreIcon, phoneIcon } from '@/components/ui/icon'
import { useTexts } from '@/components/texts'
import { RowContent } from './wallet-row'

/**
 * Hands the link to a phone, for users whose wallet is there: a QR code that the server draws when it is asked for.
 * The link has the nonce, which is never part of the page, so it is in the image alone.
 */
export function PhoneCode({ linkId }: { linkId: string }) {
  const t = useTexts()
  const [state, setState] = useState<'closed' | 'open' | 'failed'>('closed')
  return (
    <details
      className="group noscript:hidden pointer-coarse:hidden"
      onToggle={({ currentTarget }) => setState(currentTarget.open ? 'open' : 'closed')}
    >
      <summary className="wallet-row">
        <RowContent ownIcon={phoneIcon} end={<Icon path={moreIcon} className="text-muted group-open:rotate-180" />}>
          {t('wallet.phone.button')}
        </RowContent>
      </summary>
      {state !== 'closed' && (
        <div className="grid justify-items-center gap-3 p-3">
          <p className="text-sm">{t('wallet.phone.text')}</p>
          <div className="grid size-64 max-w-full place-items-center rounded-skin bg-white">
            {state === 'open' ? (
              // eslint-disable-next-line nextjs/no-img-element -- a vector image, made for this user, needs no resizing
              <img
                src={`/connect/phone-code?link=${encodeURIComponent(linkId)}`}
                alt={t.plain('wallet.phone.image')}
                width={256}
                height={256}
                onError={() => setState('failed')}
              />
            ) : (
              <p role="alert" className="p-4 text-center text-sm text-black">
                {t('wallet.unavailable.text')}
              </p>
            )}
          </div>
        </div>
      )}
    </details>
  )
}
