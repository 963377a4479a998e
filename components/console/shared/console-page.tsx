import type { ReactNode } from 'react'

/**
 * The frame of a console page: heading, introduction, actions for the whole page, and the content below. The
 * layout renders the `main` element around it.
 */
export function ConsolePage({
  title,
  intro,
  actions,
  children,
}: {
  title: string
  intro: ReactNode
  actions?: ReactNode
  children?: ReactNode
}) {
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid gap-0.5">
          <h1>{title}</h1>
          <p className="text-sm text-muted">{intro}</p>
        </div>
        {actions}
      </div>
      {children}
    </>
  )
}

/** A part of a page with its own heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-skin border border-line bg-surface p-3 sm:p-4">
      <h2 className="font-semibold">{title}</h2>
      {children}
    </section>
  )
}
