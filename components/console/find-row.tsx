import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'

/* The row above a list: a search field, filters, and the result at its end. */

/** The row. The styles place `FindSummary` at its end. */
export function FindRow({ children }: { children: ReactNode }) {
  return <div className="col-start-1 row-start-1 flex flex-wrap items-center gap-x-4 gap-y-2">{children}</div>
}

/** The result of the search. It is part of the rows, and the styles place it in the row above if there is room. */
export function FindSummary({ children }: { children: ReactNode }) {
  return (
    <p className="text-sm font-medium xl:col-start-1 xl:row-start-1 xl:flex xl:min-h-9 xl:items-center xl:gap-1 xl:justify-self-end">
      {children}
    </p>
  )
}

/**
 * A field of one line for an ID, a wallet address or a part of one. Its label is the placeholder. A date field has no
 * placeholder, so its label is before it. Browsers do not correct the input.
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
      {/* Keeps a field and its visible label on one line. */}
      <span className={isDate ? 'flex items-center gap-2' : 'contents'}>
        <label htmlFor={id} className={isDate ? 'min-w-9 text-sm text-muted' : 'sr-only'}>
          {label}
        </label>
        <input
          // A new element, so that it takes the focus in an open page too.
          key={error ? 'wrong' : 'field'}
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

/** A labelled list of options in one line, as high as `CompactField`. */
export function CompactSelect({ label, ...select }: ComponentProps<'select'> & { label: string }) {
  return (
    <label className="flex min-w-0 items-center justify-between gap-2 text-sm text-muted">
      {label}
      <select
        {...select}
        className="min-h-9 max-w-52 min-w-0 rounded-skin border border-control-line bg-surface px-2 text-text"
      />
    </label>
  )
}
