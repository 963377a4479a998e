import { useEffect } from 'react'
import { useTexts } from '@/components/texts'

/** A QR code that opens the link on the user's phone. Only the image has the nonce. */
export function PhoneCode({ linkId, onError }: { linkId: string; onError: () => void }) {
  const t = useTexts()
  useEffect(() => {
    const end = new AbortController()
    void followPhone(linkId, end.signal)
    return () => end.abort()
  }, [linkId])
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

const everyMs = 4000

/**
 * Asks the server every few seconds, while the page is visible, whether the phone has confirmed the link, and then
 * reloads the page, which says so. A request that fails is repeated.
 */
export async function followPhone(linkId: string, end: AbortSignal): Promise<void> {
  while (!end.aborted) {
    await new Promise((resolve) => setTimeout(resolve, everyMs))
    if (end.aborted || document.hidden) continue
    const path = `/connect/phone-code/confirmed?link=${encodeURIComponent(linkId)}`
    const response = await fetch(path, { cache: 'no-store' }).catch(() => null)
    // A reload would end a press that is under way.
    if (response?.status === 200 && !document.querySelector('[data-sending]')) return location.reload()
  }
}
