import type { ComponentProps } from 'react'
import { classNames } from '@/components/ui/class-names'

export type ButtonLook = 'primary' | 'secondary' | 'quiet'

const looks: Record<ButtonLook, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong font-semibold',
  secondary: 'border border-control-line bg-surface text-text hover:border-accent hover:text-accent font-medium',
  quiet: 'text-accent underline underline-offset-2 hover:text-accent-strong',
}

/** The classes of a button, for links that look like one too. */
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
 * A button. `isBusy` keeps it focusable and says so to a screen reader, where `disabled` would drop
 * the keyboard's focus to the top of the page; the form's own handler ignores presses meanwhile.
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
