'use client'

import type { ComponentProps, ReactNode } from 'react'
import { Alert } from './alert'
import { focus } from './focus'

/* Messages of server-rendered parts that take the focus, even without scripts. */

export function FocusedAlert(props: Omit<ComponentProps<typeof Alert>, 'ref' | 'autoFocus'>) {
  return <Alert {...props} ref={focus} autoFocus />
}

export function FocusedMessage({
  role = 'alert',
  className,
  children,
}: {
  role?: 'alert' | 'status'
  className?: string
  children: ReactNode
}) {
  return (
    <div ref={focus} role={role} tabIndex={-1} autoFocus data-part="notice" className={className}>
      {children}
    </div>
  )
}
