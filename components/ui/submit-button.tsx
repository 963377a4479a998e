'use client'

import type { ReactNode } from 'react'
import { useFormStatus } from 'react-dom'
import { Button, type ButtonLook } from './button'
import { useIsSending } from './native-form'

/** Meanwhile it shows `busyLabel` and ignores presses. */
export function SubmitButton({
  look = 'primary',
  isWide,
  label,
  busyLabel,
  describedBy,
}: {
  look?: ButtonLook
  isWide?: boolean
  label: ReactNode
  busyLabel: ReactNode
  describedBy?: string
}) {
  const { pending } = useFormStatus()
  const isBusy = useIsSending() || pending
  return (
    <Button
      type="submit"
      look={look}
      isWide={isWide}
      isBusy={isBusy}
      aria-describedby={describedBy}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
      }}
    >
      {isBusy ? busyLabel : label}
    </Button>
  )
}
