'use client'

import type { ComponentProps } from 'react'
import { focus } from './focus'

/** A message of a server-rendered part that takes the focus, even without scripts. */
export function FocusedMessage({
  role = 'alert',
  ...rest
}: Pick<ComponentProps<'div'>, 'className' | 'children' | 'aria-labelledby'> & { role?: 'alert' | 'status' }) {
  return <div ref={focus} role={role} tabIndex={-1} autoFocus data-part="notice" {...rest} />
}
