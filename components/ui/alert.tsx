import type { ReactNode, Ref } from 'react'
import { classNames } from './class-names'

export type AlertTone = 'danger' | 'warning' | 'success'

const tones: Record<AlertTone, string> = {
  danger: 'border-danger bg-danger-surface text-danger',
  warning: 'border-warning bg-warning-surface text-warning',
  success: 'border-success bg-success-surface text-success',
}

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
  title: string
  children?: ReactNode
  ref?: Ref<HTMLDivElement> | undefined
}) {
  return (
    <div
      ref={ref}
      role={tone === 'success' ? 'status' : 'alert'}
      tabIndex={-1}
      className={classNames('rounded-skin border border-l-4 p-4', tones[tone])}
    >
      <p className="font-semibold break-words">{title}</p>
      {children && <div className="mt-2 grid gap-3 text-text">{children}</div>}
    </div>
  )
}
