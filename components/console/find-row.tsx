import type { Route } from 'next'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import type { SearchParams } from '@/lib/console/page-url'

export function FindRow({ children }: { children: ReactNode }) {
  return <div className="col-start-1 row-start-1 flex flex-wrap items-center gap-x-4 gap-y-2">{children}</div>
}

/**
 * `hasLabel` shows the label beside the field. Otherwise it is the placeholder. A day has such a field too, because a date
 * field of a browser has another order for each reader.
 */
export function CompactField({
  label,
  hasLabel = false,
  error,
  className,
  ...input
}: ComponentProps<'input'> & { label: string; hasLabel?: boolean; error?: ReactNode }) {
  const id = useId()
  return (
    <>
      <label className={hasLabel ? 'flex items-center justify-between gap-2 text-sm text-muted' : 'contents'}>
        <span className={hasLabel ? 'min-w-9' : 'sr-only'}>{label}</span>
        <input
          // A new element, so that it takes the focus in an open page too.
          key={error ? 'wrong' : 'field'}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          autoFocus={Boolean(error)}
          placeholder={hasLabel ? undefined : label}
          {...input}
          aria-describedby={error ? id : undefined}
          aria-invalid={error ? true : undefined}
          className={classNames(
            'min-h-9 min-w-0 rounded-skin border bg-surface px-3 font-mono text-sm text-text placeholder:font-sans placeholder:text-muted',
            error ? 'border-danger' : 'border-control-line',
            className,
          )}
        />
      </label>
      {error && (
        <p id={id} role="alert" className="order-1 w-full text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </>
  )
}

export function CompactSelect({ label, ...select }: ComponentProps<'select'> & { label: string }) {
  return (
    <label className="flex min-w-0 items-center justify-between gap-2 text-sm text-muted">
      {label}
      <select
        {...select}
        className="min-h-9 w-36 min-w-0 rounded-skin border border-control-line bg-surface px-2 text-text sm:w-52"
      />
    </label>
  )
}

export function FilterChips({
  label,
  choices,
}: {
  label: string
  choices: readonly { name: string; count?: string; url: Route; isCurrent: boolean }[]
}) {
  return (
    <nav aria-label={label} className="min-w-0 max-w-full">
      <ul
        className={classNames(
          'chips flex flex-wrap gap-1.5',
          // On a phone, one row that scrolls to the edges of the screen, and begins at the current filter.
          'max-md:in-[.list]:-mx-4 max-md:in-[.list]:scroll-px-4 max-md:in-[.list]:flex-nowrap max-md:in-[.list]:overflow-x-auto max-md:in-[.list]:px-4 max-md:in-[.list]:py-1 max-md:in-[.list]:whitespace-nowrap max-md:in-[.list]:[scrollbar-width:none]',
        )}
      >
        {choices.map(({ name, count, url, isCurrent }) => (
          <li key={url}>
            <Link
              href={url}
              scroll={false}
              aria-current={isCurrent || undefined}
              className="chip max-md:in-[.list]:aria-[current]:[scroll-initial-target:nearest]"
            >
              <span>{name}</span> {count !== undefined && <span className="tabular-nums">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function HiddenFields({ params, without = [] }: { params: SearchParams; without?: readonly string[] }) {
  return Object.entries(params).map(([name, value]) => {
    if (typeof value !== 'string' || without.includes(name)) return null
    return <input key={name} type="hidden" name={name} value={value} />
  })
}
