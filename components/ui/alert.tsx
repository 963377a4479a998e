import type { ReactNode, Ref } from 'react'
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
 * A message that must not be missed. Screen readers announce it when it appears. A script can move the
 * focus to it (`ref`), so that users who pressed a button hear the result.
 */
export function Alert({
  tone,
  title,
  children,
  ref,
}: {
  tone: AlertTone
  title: ReactNode
  children?: ReactNode
  ref?: Ref<HTMLDivElement> | undefined
}) {
  return (
    <div
      ref={ref}
      role={tone === 'success' ? 'status' : 'alert'}
      tabIndex={-1}
      className={classNames('flex animate-appear gap-3 rounded-skin border p-3', tones[tone])}
    >
      <Icon path={icons[tone]} className="mt-0.5" />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{title}</p>
        {children && <div className="mt-1 grid gap-2 text-sm text-text">{children}</div>}
      </div>
    </div>
  )
}
