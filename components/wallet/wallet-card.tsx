import type { ReactNode } from 'react'

/** The one wallet that the page is about, with its problem, if it has one. */
export function WalletCard(props: { icon: ReactNode; title: ReactNode; action?: ReactNode; children?: ReactNode }) {
  const { icon, title, action, children } = props
  return (
    <div className="wallet-card">
      {icon}
      {/* Aligned to the top, so that it does not move while its lines appear. */}
      <div className="grid min-w-0 grow self-start text-pretty wrap-anywhere">
        {title}
        {children}
      </div>
      {/* The negative margin keeps the height of the card. */}
      {action && <div className="-my-2 text-sm">{action}</div>}
    </div>
  )
}
