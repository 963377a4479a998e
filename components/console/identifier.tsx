import type { Route } from 'next'
import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { serviceText } from '@/lib/service'
import { ConsoleCopyButton } from './copy-button'

const charactersAtEnd = 6
const maxUnabbreviatedLength = 16

/** Only the ends of a long one are visible; search, selection and screen readers have it in full. */
export function Identifier({
  value,
  what,
  isWhole = false,
  hasCopy = true,
  href,
}: {
  value: string
  what: string
  isWhole?: boolean
  hasCopy?: boolean
  href?: Route | undefined
}) {
  const shown = serviceText(value) ?? ''
  const isShort = isWhole || shown.length <= maxUnabbreviatedLength
  return (
    <span className="inline-flex items-center gap-1 font-mono text-[0.8125rem]">
      <Linked href={href}>
        {isShort ? (
          // A short one must not wrap, because a table would make its column one letter wide.
          <span className={isWhole ? 'min-w-0 break-all' : 'whitespace-nowrap'}>{shown}</span>
        ) : (
          <span className="relative whitespace-nowrap [text-decoration:inherit]" title={shown}>
            {/* A screen reader would read the two parts with a gap. */}
            <span className="sr-only select-none">{shown}</span>
            {/* CSS hides the middle, so that a selection has the full text. The underline has to be inherited. */}
            <span aria-hidden className="[text-decoration:inherit]">
              <span className="inline-block max-w-[7.5ch] truncate align-bottom [text-decoration:inherit]">
                {shown.slice(0, -charactersAtEnd)}
              </span>
              {shown.slice(-charactersAtEnd)}
            </span>
          </span>
        )}
      </Linked>
      {hasCopy && shown !== '' && <ConsoleCopyButton text={value} what={what} />}
    </span>
  )
}

/** Not prefetched, because the page behind it calls the service. */
function Linked({ href, children }: { href: Route | undefined; children: ReactNode }) {
  if (href === undefined) return children
  return (
    <Link
      href={href}
      className="inline-flex min-h-6 min-w-0 items-center text-accent underline underline-offset-2 hover:text-accent-strong"
    >
      {children}
    </Link>
  )
}
