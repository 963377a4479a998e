import type { ReactNode } from 'react'
import { Icon, walletIcon } from '@/components/ui/icon'
import { WalletIcon } from './wallet-row'

/** The one wallet that the page is about, or its problem. */
export function WalletCard(props: {
  /** Undefined if it is unknown. */
  icon?: string | undefined
  title: ReactNode
  address?: string | false
  action?: ReactNode
}) {
  const { icon, title, address, action } = props
  return (
    <div className="wallet-card">
      {icon ? <WalletIcon icon={icon} /> : <Icon path={walletIcon} className="size-8 text-muted" />}
      {/* Aligned to the top, so that it does not move while its lines arrive. Only scripts show a spinner. */}
      <div className="grid self-start text-pretty wrap-anywhere last:col-[2/-1] in-[.wallet-card:has(.spinner)]:self-center">
        {title}
        {address && <ShortAddress address={address} />}
      </div>
      {/* The negative margin keeps the height of the card. */}
      {action && <div className="-my-2 grid text-sm">{action}</div>}
    </div>
  )
}

/** Only the ends are visible, but selections and screen readers have all. */
export const ShortAddress = ({ address }: { address: string }) => (
  <span dir="ltr" translate="no" className="justify-self-start font-mono text-sm text-muted">
    {/* One character wider, for the mark of what is cut. */}
    <span className="inline-block max-w-[6.1ch] truncate align-bottom">{address.slice(0, -5)}</span>
    {address.slice(-5)}
  </span>
)

/**
 * The icon of the chosen wallet, between the marks.
 *
 * @param props.isAsked - it pulses while the wallet is asked.
 */
export const IconBetween = ({ icon, isAsked = false }: { icon: string; isAsked?: boolean }) => (
  <span data-wallet={isAsked ? 'asked' : ''}>
    <WalletIcon icon={icon} />
  </span>
)
