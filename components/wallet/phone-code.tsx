import { useTexts } from '@/components/texts'

/** A QR code that opens the link on the user's phone. Only the image has the nonce. */
export function PhoneCode({ linkId, onError }: { linkId: string; onError: () => void }) {
  const t = useTexts()
  return (
    <div className="grid justify-items-center gap-3 p-3">
      <p className="text-center text-sm text-balance">{t('wallet.phone.text')}</p>
      {/* eslint-disable-next-line nextjs/no-img-element -- a vector image, made for this user, needs no resizing */}
      <img
        src={`/connect/phone-code?link=${encodeURIComponent(linkId)}`}
        alt={t.plain('wallet.phone.image')}
        width={256}
        height={256}
        className="size-64 max-w-full rounded-skin bg-white text-sm text-black"
        onError={onError}
      />
    </div>
  )
}
