import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from '@/components/ui/button'
import { Icon, nextIcon } from '@/components/ui/icon'

interface RowContentProps {
  icon?: string | undefined
  /** One of our icons, instead of the wallet's. */
  ownIcon?: string | undefined
  /** @default a symbol for a next step */
  end?: ReactNode
  children: ReactNode
}

export function RowContent({
  icon,
  ownIcon,
  end = <Icon path={nextIcon} className="text-muted rtl:[scale:-1_1]" />,
  children,
}: RowContentProps) {
  return (
    <>
      {icon === undefined ? (
        <span className="grid size-8 shrink-0 place-items-center rounded-skin bg-page text-muted">
          {ownIcon && <Icon path={ownIcon} />}
        </span>
      ) : (
        <WalletIcon icon={icon} />
      )}
      <span className="grid justify-items-start wrap-anywhere">{children}</span>
      {end}
    </>
  )
}

/** @param props.isBusy - whether its wallet is loading. */
export function WalletRow({
  icon,
  ownIcon,
  isBusy,
  isDisabled,
  onClick,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'disabled' | 'className'> &
  Omit<RowContentProps, 'end'> & { isBusy?: boolean; isDisabled: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onClick}
      className={isDisabled && !isBusy ? 'wallet-row opacity-60' : 'wallet-row'}
    >
      <RowContent icon={icon} ownIcon={ownIcon} end={isBusy ? <Spinner /> : undefined}>
        {children}
      </RowContent>
    </button>
  )
}

/**
 * Ours, or a `data:` URL of an image as the Wallet Standard requires. The browser would fetch any other URL from a
 * third party. With a usual priority, React would preload the icons.
 */
export function WalletIcon({ icon }: { icon: string }) {
  const isImage = /^data:image\/(svg\+xml|webp|png|gif|jpeg)[;,]|^\/wallets\/[a-z]+\.svg$/i.test(icon)
  return isImage ? (
    // eslint-disable-next-line nextjs/no-img-element -- a small vector image or a data: URL needs no resizing
    <img src={icon} alt="" width={32} height={32} fetchPriority="low" className="size-8 shrink-0 rounded-small" />
  ) : (
    <span aria-hidden className="size-8 shrink-0 rounded-small border border-line bg-page" />
  )
}
