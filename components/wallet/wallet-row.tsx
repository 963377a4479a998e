import type { ComponentProps, ReactNode } from 'react'
import { Icon, nextIcon } from '@/components/ui/icon'
import { WalletIcon } from './wallet-icon'

/** The content of a row: a wallet's icon or one of ours, the name, and a symbol for the next step. */
export function RowContent({
  icon,
  ownIcon,
  end = <Icon path={nextIcon} className="text-muted rtl:-scale-x-100" />,
  children,
}: {
  /** The wallet's icon, as `WalletIcon` accepts it. */
  icon?: string
  /** A path of one of our icons. */
  ownIcon?: string
  /** The content at the end. @default a symbol for a next step */
  end?: ReactNode
  children: ReactNode
}) {
  return (
    <>
      {icon === undefined ? (
        <span className="grid size-8 shrink-0 place-items-center rounded-small bg-page text-muted">
          {ownIcon && <Icon path={ownIcon} />}
        </span>
      ) : (
        <WalletIcon icon={icon} />
      )}
      <span className="grid min-w-0 grow wrap-anywhere">{children}</span>
      {end}
    </>
  )
}

/** A row that is a button. */
export function WalletRow({
  isBusy = false,
  isDisabled = false,
  onClick,
  ...rest
}: Omit<ComponentProps<'button'>, 'disabled' | 'className'> & {
  /** Whether its wallet is loading. */
  isBusy?: boolean
  isDisabled?: boolean
}) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isBusy || isDisabled || undefined}
      onClick={isBusy || isDisabled ? undefined : onClick}
      className={isDisabled && !isBusy ? 'wallet-row opacity-60' : 'wallet-row'}
    />
  )
}
