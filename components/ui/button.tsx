import type { ComponentProps } from 'react'
import { classNames } from './class-names'

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'muted'

/** The classes of a button, or of a link that looks like one. See `app/globals.inline.css`. */
export function buttonClasses(look: ButtonLook): string {
  return `button button-${look}`
}

/**
 * `isBusy` marks the button as disabled for screen readers but keeps it focusable. `disabled` would move the focus to
 * the top of the page. Meanwhile the caller's handler must ignore presses.
 */
export function Button({
  look = 'secondary',
  isBusy,
  className,
  ...rest
}: ComponentProps<'button'> & { look?: ButtonLook; isBusy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isBusy || undefined}
      className={classNames(buttonClasses(look), className)}
    />
  )
}

/** The text beside it names the activity. */
export const Spinner = () => <span aria-hidden className="spinner" />
