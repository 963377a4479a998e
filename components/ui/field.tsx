import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from './class-names'

/**
 * A labelled text field, with its hint and its error for screen readers. With an error it takes the focus when a
 * document is loaded, even without scripts.
 */
export function Field({
  label,
  hint,
  error,
  className,
  ...input
}: ComponentProps<'input'> & { label: ReactNode; hint?: ReactNode; error?: ReactNode }) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint && hintId, error && errorId, input['aria-describedby']].filter(Boolean).join(' ')
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {hint && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <input
        autoFocus={Boolean(error)}
        {...input}
        id={id}
        aria-describedby={describedBy || undefined}
        aria-invalid={error ? true : input['aria-invalid']}
        className={classNames(
          'min-h-11 w-full rounded-skin border border-control-line bg-surface px-3 py-2 text-text aria-invalid:border-danger',
          className,
        )}
      />
      {error && (
        <p id={errorId} role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

/** For an ID, an address or a code, which the browser neither corrects nor restores on Back. */
export function CodeField({ className, ...field }: ComponentProps<typeof Field>) {
  return (
    <Field
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
      className={classNames('font-mono', className)}
    />
  )
}
