import { phoneIcon } from '@/components/ui/icon'
import type { UserTexts } from '@/lib/messages/user-texts'
import { Disclosure } from './disclosure'
import { RowContent, unfolds } from './wallet-row'

/**
 * A QR code that opens the link on the user's phone. The server draws it on request. The link has the nonce, which must
 * never be part of the page, so only the image contains it.
 */
export function PhoneCode({ t, linkId }: { t: UserTexts; linkId: string }) {
  return (
    <Disclosure
      className="group noscript:hidden pointer-coarse:hidden"
      summary={
        <RowContent ownIcon={phoneIcon} end={unfolds}>
          {t('wallet.phone.button')}
        </RowContent>
      }
      failure={
        <p role="alert" className="p-3 text-sm">
          {t('wallet.unavailable.text')}
        </p>
      }
    >
      <div className="grid justify-items-center gap-3 p-3">
        <p className="text-sm">{t('wallet.phone.text')}</p>
        {/* eslint-disable-next-line nextjs/no-img-element -- a vector image, made for this user, needs no resizing */}
        <img
          src={`/connect/phone-code?link=${encodeURIComponent(linkId)}`}
          alt={t.plain('wallet.phone.image')}
          // Otherwise React makes browsers load it before the user opens it.
          loading="lazy"
          width={256}
          height={256}
          className="size-64 max-w-full rounded-skin bg-white text-sm text-black"
        />
      </div>
    </Disclosure>
  )
}
