'use client'

/** Leads the keyboard past all that is before the rows of the first table. It is seen while it has the focus. */
export function SkipToTable({ label }: { label: string }) {
  return (
    <button
      type="button"
      onClick={() => document.querySelector<HTMLElement>('main tbody')?.focus()}
      className="skip-link skip-to-table noscript:hidden"
    >
      {label}
    </button>
  )
}
