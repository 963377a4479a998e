'use client'

/** Moves the focus to the rows of the first table. The button is visible while it has the focus. */
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
