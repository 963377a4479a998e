import type { ComponentProps } from 'react'
import { classNames } from './class-names'

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'muted'

/** Returns the classes of a button, also for links that look like one. See `app/globals.inline.css`. */
export function buttonClasses(look: ButtonLook, isWide?: boolean): string {
  return classNames('button', `button-${look}`, isWide && 'w-full')
}

/**
 * A button. `isBusy` marks it as disabled for screen readers but keeps it focusable, because `disabled` would move the
 * keyboard focus to the top of the page. While it is busy, the caller's handler must ignore presses.
 */
export function Button({
  look = 'secondary',
  isWide,
  isBusy,
  className,
  ...rest
}: ComponentProps<'button'> & { look?: ButtonLook; isWide?: boolean | undefined; isBusy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isBusy || undefined}
      className={classNames(buttonClasses(look, isWide), className)}
    />
  )
}
