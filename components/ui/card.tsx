import type { ReactNode } from 'react'
import { classNames } from './class-names'

/**
 * One column with a heading. On a phone it is as wide as the screen.
 *
 * @param title - undefined if a message has the heading.
 * @param lead - above the heading, in one block with it.
 */
export function Card({
  area,
  title,
  lead,
  isTall = false,
  children,
}: {
  /** Skins can have rules for each, and for the console: docs/skin.md. */
  area: 'connect' | 'signin' | 'site'
  title?: ReactNode
  lead?: ReactNode
  /** Whether it stands at the top, because it needs what is left of a low window. Others stand at the optical centre. */
  isTall?: boolean
  children: ReactNode
}) {
  return (
    <main data-area={area} className={classNames('page', isTall && 'tall')}>
      <div data-part="card" className="card">
        <div data-part="title" className="grid justify-items-center gap-3 text-center">
          {lead}
          {title !== undefined && <h1>{title}</h1>}
        </div>
        {children}
      </div>
    </main>
  )
}
