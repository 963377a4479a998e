import type { ComponentProps } from 'react'
import { classNames } from './class-names'

export type ButtonLook = 'primary' | 'secondary' | 'quiet'

const looks: Record<ButtonLook, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong font-semibold',
  secondary: 'border border-control-line bg-surface text-text hover:border-accent hover:text-accent font-medium',
  quiet: 'text-accent underline underline-offset-2 hover:text-accent-strong',
}

/** The classes of a button, also for links that look like one. */
export function buttonClasses(look: ButtonLook, isWide = false): string {
  return classNames(
    'inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-skin text-center transition-colors',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-60 disabled:cursor-not-allowed disabled:opacity-60',
    look !== 'quiet' && 'px-5 py-2.5',
    isWide && 'w-full',
    looks[look],
  )
}

/**
 * A button. `isBusy` marks it as disabled for screen readers but keeps it focusable: `disabled` would move
 * the keyboard focus to the top of the page. While it is busy, the caller's handler must ignore presses.
 */
export function Button({
  look = 'secondary',
  isWide = false,
  isBusy = false,
  className,
  ...rest
}: ComponentProps<'button'> & { look?: ButtonLook; isWide?: boolean; isBusy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isBusy || undefined}
      className={classNames(buttonClasses(look, isWide), className)}
    />
  )
}
