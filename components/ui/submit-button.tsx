'use client'

import type { ComponentProps, ReactNode } from 'react'
import { useFormStatus } from 'react-dom'
import { Button } from './button'
import { useIsSending } from './native-form'

/** While the form is sent, it shows `busyLabel` and ignores presses. */
export function SubmitButton({
  label,
  busyLabel = label,
  ...button
}: Pick<ComponentProps<typeof Button>, 'look' | 'className' | 'name' | 'value' | 'aria-describedby'> & {
  label: ReactNode
  busyLabel?: ReactNode
}) {
  const { pending } = useFormStatus()
  const isBusy = useIsSending() || pending
  return (
    <Button
      look="primary"
      {...button}
      type="submit"
      isBusy={isBusy}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
      }}
    >
      {isBusy ? busyLabel : label}
    </Button>
  )
}
