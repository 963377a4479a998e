import type { ReactNode } from 'react'

/** The layout of the pages for users: one column with a heading. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto w-full max-w-lg px-4 py-8 sm:py-14">
      <div className="grid gap-5 rounded-skin border border-line bg-surface p-5 shadow-sm sm:p-8">
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
