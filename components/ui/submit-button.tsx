'use client'

import { useFormStatus } from 'react-dom'
import { Button, type ButtonLook } from '@/components/ui/button'

/** A form's button, which says so while the form is on its way and ignores further presses. */
export function SubmitButton({
  look = 'primary',
  isWide = false,
  label,
  busyLabel,
}: {
  look?: ButtonLook
  isWide?: boolean
  label: string
  busyLabel: string
}) {
  const { pending: isBusy } = useFormStatus()
  return (
    <Button
      type="submit"
      look={look}
      isWide={isWide}
      isBusy={isBusy}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
      }}
    >
      {isBusy ? busyLabel : label}
    </Button>
  )
}
