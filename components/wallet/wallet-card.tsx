import type { ReactNode } from 'react'

/** The one wallet that the page is about: its icon, its name, a line below, and an action. */
export function WalletCard({
  icon,
  title,
  action,
  children,
}: {
  icon: ReactNode
  title: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="flex min-h-18 animate-appear items-center gap-3 rounded-skin border border-line bg-page p-3">
      {icon}
      {/* Aligned to the top, so that it does not move while its lines appear. */}
      <div className="grid min-w-0 grow self-start wrap-anywhere">
        {title}
        {children}
      </div>
      {action}
    </div>
  )
}

/**
 * A wallet's icon: ours if the wallet is listed, or a `data:` URL of an image as the Wallet Standard requires. Any
 * other URL would make the browser fetch it from a third party.
 */
export function WalletIcon({ icon }: { icon: string }) {
  const isImage = /^data:image\/(svg\+xml|webp|png|gif|jpeg)[;,]|^\/wallets\/[a-z]+\.svg$/i.test(icon)
  return isImage ? (
    // eslint-disable-next-line nextjs/no-img-element -- a small vector image or a data: URL needs no resizing
    <img src={icon} alt="" width={32} height={32} className="size-8 shrink-0 rounded-small" />
  ) : (
    <span aria-hidden className="size-8 shrink-0 rounded-small border border-line bg-page" />
  )
}
