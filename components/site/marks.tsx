import type { ReactNode } from 'react'
import { cancelIcon, errorIcon, Icon, successIcon, waitIcon, walletIcon } from '@/components/ui/icon'
import { classNames } from '@/components/ui/class-names'
import { iconUrl, skinUrl } from '@/lib/skin'
import { requestBrand } from '@/lib/skin/texts'

/** The icon between the marks, if a message is in place of the controls. */
const tones = {
  wait: { icon: waitIcon, look: 'bg-page text-muted' },
  ended: { icon: errorIcon, look: 'bg-danger-surface text-danger' },
  cancelled: { icon: cancelIcon, look: 'bg-page text-muted' },
  done: { icon: successIcon, look: 'bg-success-surface text-success' },
}

export type Tone = keyof typeof tones

/**
 * The marks of the operator and the service. They join as the browser sends the confirm, and stay together once it is
 * done. A chosen wallet has its icon between them (`components/wallet/wallet-mark.tsx`).
 *
 * @param waitSeconds - a ring empties in this time, even without scripts.
 * @param wallet - the icon of a wallet that the server knows.
 */
export async function Marks(props: {
  tone?: Tone | undefined
  isJoined?: boolean
  waitSeconds?: number
  wallet?: ReactNode
}) {
  const { tone, isJoined = tone === 'done', waitSeconds = 0, wallet } = props
  const { name, service } = await requestBrand()
  const isRare = tone === 'ended'
  return (
    <div aria-hidden data-tone={tone} data-joined={isJoined || undefined} className="marks">
      <Mark name={name} iconUrl={iconUrl()} isRare={isRare} look="bg-accent text-on-accent" />
      <span data-between>
        {waitSeconds > 0 && (
          // It begins full.
          <svg
            viewBox="0 0 48 48"
            className="absolute size-12 -rotate-90 fill-surface stroke-accent stroke-2 [stroke-dasharray:1]"
          >
            <circle cx="24" cy="24" r="22" pathLength="1">
              <animate attributeName="stroke-dashoffset" from="0" to="1" dur={`${waitSeconds}s`} fill="freeze" />
            </circle>
          </svg>
        )}
        {tone ? <Icon path={tones[tone].icon} className={tones[tone].look} /> : <Icon path={walletIcon} />}
        {wallet}
      </span>
      <Mark name={service} iconUrl={skinUrl('service.svg')} isRare={isRare} look="bg-text text-surface" />
    </div>
  )
}

const Mark = (props: MarkIconProps) => (
  <span className="mark">
    <MarkIcon {...props} className="text-2xl" />
    <span className="max-w-full truncate">{props.name}</span>
  </span>
)

interface MarkIconProps {
  name: string
  /** Null to show the initial. */
  iconUrl: string | null
  /** React would preload the icon on each page that only could show it. */
  isRare?: boolean
  /** Of the initial. */
  look: string
  className?: string
}

export function MarkIcon({ name, iconUrl, isRare = false, look, className }: MarkIconProps) {
  return iconUrl === null ? (
    <span
      aria-hidden
      className={classNames('grid place-items-center border border-transparent font-semibold', look, className)}
    >
      {name.charAt(0).toLocaleUpperCase()}
    </span>
  ) : (
    // eslint-disable-next-line nextjs/no-img-element -- a picture of the skin needs no resizing
    <img src={iconUrl} alt="" className={className} {...(isRare && { loading: 'lazy' })} />
  )
}
