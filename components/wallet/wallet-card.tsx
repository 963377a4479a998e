import type { ReactNode } from 'react'
import { Icon, walletIcon } from '@/components/ui/icon'
import { WalletIcon } from './wallet-row'

/** The one wallet that the page is about, with its problem, if it has one. */
export function WalletCard(props: {
  /** Undefined if it is unknown. */
  icon?: string | undefined
  title: ReactNode
  address?: string
  action?: ReactNode
  children?: ReactNode
}) {
  const { icon, title, address, action, children } = props
  return (
    <div className="wallet-card">
      {icon ? <WalletIcon icon={icon} /> : <Icon path={walletIcon} className="size-8 text-muted" />}
      {/* Aligned to the top, so that it does not move while its lines appear. */}
      <div className="grid self-start text-pretty wrap-anywhere">
        {/* A problem needs the room of the second line. */}
        <div className={children ? 'flex flex-wrap items-baseline gap-x-2' : 'grid'}>
          {title}
          {address !== undefined && (
            // Only the ends are visible, but selections and screen readers have all.
            <span dir="ltr" translate="no" className="justify-self-start font-mono text-sm text-muted">
              {/* One character wider, for the mark of what is cut. */}
              <span className="inline-block max-w-[6.1ch] truncate align-bottom">{address.slice(0, -5)}</span>
              {address.slice(-5)}
            </span>
          )}
        </div>
      </div>
      {/* The negative margin keeps the height of the card. */}
      {action && <div className="-my-2 text-sm">{action}</div>}
      {children && <div className="col-[2/-1] -mt-3 text-pretty">{children}</div>}
    </div>
  )
}

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
