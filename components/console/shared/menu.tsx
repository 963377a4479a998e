import { unfoldIcon } from './icons'
import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'

/**
 * A menu that opens over the page. It is a native disclosure, so it works without scripts. With scripts, Escape and a
 * press outside close it (`MenuCloser`). Only one menu is open at a time.
 *
 * @param label - the text of the button.
 * @param icon - before the label.
 * @param isPlain - a button without a border.
 * @param isOpen - opens it from the start, because its content needs attention.
 * @param opensAt - the side at which it opens. Default: the end of its button.
 */
export function Menu({
  label,
  icon,
  isPlain = false,
  isIconAlone = false,
  isOpen = false,
  opensAt = 'end',
  children,
}: {
  label: string
  icon?: string
  isPlain?: boolean
  isIconAlone?: boolean
  isOpen?: boolean
  opensAt?: 'start' | 'end'
  children: ReactNode
}) {
  return (
    <details
      name="menu"
      open={isOpen || undefined}
      className={classNames('menu', isPlain && 'plain', opensAt === 'start' && 'from-start')}
    >
      <summary>
        {icon !== undefined && <Icon path={icon} className="size-4" />}
        <span className={classNames(isIconAlone && 'sr-only')}>{label}</span>
        {!isIconAlone && <Icon path={unfoldIcon} className="size-4" />}
      </summary>
      <div>{children}</div>
    </details>
  )
}
