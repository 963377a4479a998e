import type { ReactNode } from 'react'

/**
 * One column with a heading. On a phone it is as wide as the screen.
 *
 * @param lead - above the heading, in one block with it.
 * @param isQuiet - the heading is only for screen readers, because people see a message as the title.
 */
export function Card({
  area,
  title,
  lead,
  isQuiet = false,
  children,
}: {
  /** Skins can have rules for each, and for the console: docs/skin.md. */
  area: 'connect' | 'signin' | 'site'
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
