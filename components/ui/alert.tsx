import { useId, type ReactNode, type Ref } from 'react'
import { classNames } from './class-names'
import { alertIcon, errorIcon, Icon, successIcon } from './icon'

export type AlertTone = 'danger' | 'warning' | 'success'

const tones: Record<AlertTone, string> = {
  danger: 'border-danger bg-danger-surface text-danger',
  warning: 'border-warning bg-warning-surface text-warning',
  success: 'border-success bg-success-surface text-success',
}

const icons: Record<AlertTone, string> = { danger: errorIcon, warning: alertIcon, success: successIcon }

/**
 * A message that screen readers announce when it appears. After a press, a script can move the focus to it (`ref`).
 *
 * @param id - needed in a layout, which stays when another page comes. See `components/console/menu.tsx`.
 * @param autoFocus - the browser moves the focus to it in a server-rendered document, even without scripts.
 */
export function Alert({
  id,
  tone,
  title,
  children,
  ref,
  autoFocus,
}: {
  id?: string
  tone: AlertTone
  title: ReactNode
  children?: ReactNode
  ref?: Ref<HTMLDivElement> | undefined
  autoFocus?: boolean
}) {
  const ownId = useId()
  const titleId = id ?? ownId
  return (
    <div
      ref={ref}
      role={tone === 'success' ? 'status' : 'alert'}
      tabIndex={-1}
      aria-labelledby={titleId}
      autoFocus={autoFocus}
      data-part="notice"
      className={classNames('flex animate-appear gap-3 rounded-skin border p-3', tones[tone])}
    >
      <Icon path={icons[tone]} className="mt-0.5" />
      <div className="min-w-0">
        <p id={titleId} className="leading-snug font-semibold text-balance wrap-anywhere">
          {title}
        </p>
        {children && <div className="mt-1 grid gap-2 text-sm text-pretty text-text">{children}</div>}
      </div>
    </div>
  )
}
