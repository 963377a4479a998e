import type { ReactNode } from 'react'

/**
 * The layout of the pages for users: one column with a heading. On a phone it is as wide as the screen.
 *
 * @param lead - what stands above the heading.
 * @param isQuiet - for a page whose heading only says where one is, since a message below it says more.
 */
export function Card({
  title,
  lead,
  isQuiet = false,
  children,
}: {
  title: ReactNode
  lead?: ReactNode
  isQuiet?: boolean
  children: ReactNode
}) {
  return (
    <main className="mx-auto w-full max-w-md sm:px-4 sm:py-8">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 border-b border-line bg-surface px-5 pt-4 pb-6 sm:gap-4 sm:rounded-skin sm:border sm:p-8 sm:shadow-lg sm:shadow-black/5">
        {lead}
        <h1 {...(isQuiet && { className: 'text-sm font-normal tracking-normal text-muted' })}>{title}</h1>
        {children}
      </div>
    </main>
  )
}
