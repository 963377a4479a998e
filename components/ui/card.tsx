import type { ReactNode } from 'react'

/** The areas of the pages for users. Skins can have rules for them and for the console. See docs/skin.md. */
export type Area = 'connect' | 'signin' | 'site'

/**
 * The layout of the pages for users: one column with a heading. On a phone it is as wide as the screen.
 *
 * @param lead - the content above the heading, in one block with it.
 * @param isCentred - @default true with a lead
 * @param isQuiet - shows a quiet heading, for a page where a message below it is more important.
 */
export function Card({
  area,
  title,
  lead,
  isCentred = Boolean(lead),
  isQuiet = false,
  children,
}: {
  area: Area
  title: ReactNode
  lead?: ReactNode
  isCentred?: boolean
  isQuiet?: boolean
  children: ReactNode
}) {
  return (
    <main data-area={area} className="mx-auto w-full sm:max-w-[29.5rem] sm:px-4 sm:pt-5">
      <div
        data-part="card"
        className="grid grid-cols-[minmax(0,1fr)] gap-3 border-b border-line bg-surface px-5 pt-4 pb-6 sm:gap-4 sm:rounded-skin sm:border sm:p-7 sm:shadow-lg sm:shadow-black/5"
      >
        <div data-part="title" {...(isCentred && { className: 'grid justify-items-center gap-2 text-center' })}>
          {lead}
          <h1 {...(isQuiet && { className: 'text-sm font-normal tracking-normal text-muted' })}>{title}</h1>
        </div>
        {children}
      </div>
    </main>
  )
}
