import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'

/* The one row above a list: a field to find something, filters, and at its end what was found. */

/** The row. What `FindSummary` says is put at its end. */
export function FindRow({ children }: { children: ReactNode }) {
  return <div className="col-start-1 row-start-1 flex flex-wrap items-center gap-x-4 gap-y-2">{children}</div>
}

/** What was found. It is rendered with the rows, and stands in the row above where there is room. */
export function FindSummary({ children }: { children: ReactNode }) {
  return (
    <p className="text-sm font-medium xl:col-start-1 xl:row-start-1 xl:flex xl:min-h-9 xl:items-center xl:gap-1 xl:justify-self-end">
      {children}
    </p>
  )
}

/**
 * A field of one line for an ID, an address or a part of one. Its label is seen while it is empty; a date field shows
 * no placeholder, so its label stands before it. Nothing corrects what is typed.
 *
 * @param className - the width.
 */
export function CompactField({
  label,
  error,
  className,
  ...input
}: ComponentProps<'input'> & { label: string; error?: ReactNode }) {
  const id = useId()
  const isDate = input.type === 'date'
  return (
    <>
      {/* No line break parts a field from a label that is seen. */}
      <span className={isDate ? 'flex items-center gap-2' : 'contents'}>
        <label htmlFor={id} className={isDate ? 'min-w-9 text-sm text-muted' : 'sr-only'}>
          {label}
        </label>
        <input
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          autoFocus={Boolean(error)}
          placeholder={label}
          {...input}
          id={id}
          aria-describedby={error ? `${id}-error` : undefined}
          aria-invalid={error ? true : undefined}
          className={classNames(
            'min-h-9 min-w-0 rounded-skin border bg-surface px-3 font-mono text-sm text-text placeholder:font-sans placeholder:text-muted',
            error ? 'border-danger' : 'border-control-line',
            className,
          )}
        />
      </span>
      {error && (
        <p id={`${id}-error`} role="alert" className="order-1 w-full text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </>
  )
}
