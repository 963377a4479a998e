import { useId, type ReactNode, type Ref } from 'react'
import { classNames } from './class-names'
import { FocusedMessage } from './focused'
import { alertIcon, errorIcon, Icon, successIcon } from './icon'

const tones = {
  danger: { icon: errorIcon, look: 'border-danger bg-danger-surface text-danger' },
  warning: { icon: alertIcon, look: 'border-warning bg-warning-surface text-warning' },
  success: { icon: successIcon, look: 'border-success bg-success-surface text-success' },
}

export type AlertTone = keyof typeof tones

interface AlertProps {
  /** Needed in a layout, which stays when another page comes. See `components/console/menu.tsx`. */
  id?: string
  tone: AlertTone
  title: ReactNode
  children?: ReactNode
}

/** A message that screen readers announce when it appears. After a press, a script can move the focus to it (`ref`). */
export function Alert({ ref, ...props }: AlertProps & { ref?: Ref<HTMLDivElement> | undefined }) {
  return <div ref={ref} tabIndex={-1} data-part="notice" {...useAlert(props)} />
}

/** It takes the focus in a server-rendered document, even without scripts. */
export function FocusedAlert(props: AlertProps) {
  return <FocusedMessage {...useAlert(props)} />
}

function useAlert({ id, tone, title, children }: AlertProps) {
  const ownId = useId()
  const titleId = id ?? ownId
  return {
    role: tone === 'success' ? ('status' as const) : ('alert' as const),
    'aria-labelledby': titleId,
    className: classNames('flex animate-appear gap-3 rounded-skin border p-3', tones[tone].look),
    children: (
      <>
        <Icon path={tones[tone].icon} className="mt-0.5" />
        <div className="min-w-0">
          <p id={titleId} className="leading-snug font-semibold text-balance wrap-anywhere">
            {title}
          </p>
          {children && <div className="mt-1 grid gap-2 text-sm text-pretty text-text">{children}</div>}
        </div>
      </>
    ),
  }
}
