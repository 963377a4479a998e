import type { ReactNode } from 'react'

/**
 * The frame of a page of the console: its heading, what it is for, what can be done with all of it, and
 * below that its parts. The layout has the `main` around it.
 */
export function ConsolePage({
  title,
  intro,
  actions,
  children,
}: {
  title: string
  intro: string
  actions?: ReactNode
  children?: ReactNode
}) {
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid gap-1">
          <h1>{title}</h1>
          <p className="text-muted">{intro}</p>
        </div>
        {actions}
      </div>
      {children}
    </>
  )
}

/** A part of a page with a heading of its own. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4 rounded-skin border border-line bg-surface p-4 sm:p-6">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}
