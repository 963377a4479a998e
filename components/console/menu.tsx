import { useId, type ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Icon, moreIcon } from '@/components/ui/icon'

/**
 * A menu over the page. A browser that cannot place it at its button shows it below the bar. `isOpen` shows the content in
 * the page. A layout needs an `id`, because those of `useId` begin anew in each page.
 */
export function Menu({
  id,
  label,
  icon,
  isPlain = false,
  isIconAlone = false,
  isOpen = false,
  opensAt = 'end',
  children,
}: {
  id?: string
  label: string
  icon?: string
  isPlain?: boolean
  isIconAlone?: boolean
  isOpen?: boolean
  opensAt?: 'start' | 'end'
  children: ReactNode
}) {
  const ownId = useId()
  const popoverId = id ?? ownId
  if (isOpen) return <div>{children}</div>
  return (
    <div className={classNames('menu [anchor-scope:--menu]', isPlain && 'plain')}>
      <button
        type="button"
        popoverTarget={popoverId}
        className={classNames(
          '[anchor-name:--menu]',
          isPlain
            ? 'inline-flex min-h-9 cursor-pointer items-center gap-1.5 rounded-skin px-2 text-sm font-medium text-muted hover:text-accent'
            : 'action',
        )}
      >
        {icon !== undefined && <Icon path={icon} className="size-4" />}
        <span className={classNames(isIconAlone && 'sr-only')}>{label}</span>
        {!isIconAlone && <Icon path={moreIcon} className="size-4" />}
      </button>
      <div
        id={popoverId}
        popover="auto"
        className={classNames(
          'fixed inset-x-2 top-(--bar-height) bottom-auto m-0 mt-1 max-h-[80dvh] w-auto gap-2 overflow-y-auto rounded-skin border border-line bg-surface p-3 text-sm font-normal text-text shadow-lg open:grid',
          'md:start-auto md:w-max md:max-w-96 md:supports-[anchor-scope:--menu]:inset-auto md:supports-[anchor-scope:--menu]:[position-anchor:--menu]',
          opensAt === 'start'
            ? 'md:supports-[anchor-scope:--menu]:[position-area:block-end_span-inline-end]'
            : 'md:supports-[anchor-scope:--menu]:[position-area:block-end_span-inline-start]',
        )}
      >
        {children}
      </div>
    </div>
  )
}
