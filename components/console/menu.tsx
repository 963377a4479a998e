import { useId, type ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Icon, moreIcon } from '@/components/ui/icon'

/** `isOpen` shows the content in the page. A layout needs an `id`, because those of `useId` begin anew in each page. */
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
    <div className={classNames('menu', isPlain && 'plain', opensAt === 'start' && 'from-start')}>
      <button type="button" popoverTarget={popoverId} className="action">
        {icon !== undefined && <Icon path={icon} className="size-4" />}
        <span className={classNames(isIconAlone && 'sr-only')}>{label}</span>
        {!isIconAlone && <Icon path={moreIcon} className="size-4" />}
      </button>
      <div id={popoverId} popover="auto">
        {children}
      </div>
    </div>
  )
}
