import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Icon, nextIcon } from '@/components/ui/icon'
import { WalletIcon } from './wallet-icon'

/** The look of one entry in the list of wallets. All are of one height, so that nothing moves as they come. */
export const rowClasses =
  'flex min-h-14 w-full items-center gap-3 rounded-skin border border-control-line bg-surface px-3 py-2 text-start transition-colors hover:border-accent hover:bg-page'

/** What stands in a row: a wallet's icon or one of ours, the name, and what pressing it leads to. */
export function RowContent({
  icon,
  ownIcon,
  end = <Icon path={nextIcon} className="text-muted rtl:-scale-x-100" />,
  children,
}: {
  /** The wallet's icon, a `data:` URL. */
  icon?: string
  /** A path of one of our icons. */
  ownIcon?: string
  /** What stands at the end. @default a sign that there is a next step */
  end?: ReactNode
  children: ReactNode
}) {
  return (
    <>
      {icon === undefined ? (
        <span className="grid size-8 shrink-0 place-items-center rounded-md bg-page text-muted">
          {ownIcon && <Icon path={ownIcon} />}
        </span>
      ) : (
        <WalletIcon icon={icon} />
      )}
      <span className="grid min-w-0 grow">{children}</span>
      {end}
    </>
  )
}

/** A row that is a button. */
export function WalletRow({
  isBusy = false,
  isDisabled = false,
  className,
  onClick,
  ...rest
}: Omit<ComponentProps<'button'>, 'disabled'> & {
  /** Whether its wallet is being reached. */
  isBusy?: boolean
  isDisabled?: boolean
}) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isBusy || isDisabled || undefined}
      onClick={isBusy || isDisabled ? undefined : onClick}
      className={classNames(
        rowClasses,
        'cursor-pointer font-medium break-words aria-disabled:cursor-not-allowed',
        isDisabled && !isBusy && 'opacity-60',
        className,
      )}
    />
  )
}
