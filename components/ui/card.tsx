import type { ReactNode } from 'react'

/** The areas of the pages for users. Skins can have rules for them and for the console. See docs/skin.md. */
type Area = 'connect' | 'signin' | 'site'

/**
 * The layout of the pages for users: one column with a heading. On a phone it is as wide as the screen.
 *
 * @param lead - the content above the heading, in one block with it.
 * @param isQuiet - keeps the heading for screen readers, on a page where a message is the title that people see.
 */
export function Card({
  area,
  title,
  lead,
  isQuiet = false,
  children,
}: {
  area: Area
  title: ReactNode
  lead?: ReactNode
  isQuiet?: boolean
  children: ReactNode
}) {
  return (
    <main data-area={area} className="page">
      <div data-part="card" className="card">
        <div data-part="title" className="grid justify-items-center gap-2 text-center sm:gap-[inherit]">
          {lead}
          <h1 className={isQuiet ? 'sr-only' : undefined}>{title}</h1>
        </div>
        {children}
      </div>
    </main>
  )
}
