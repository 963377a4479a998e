import type { Route } from 'next'
import { Link } from '@/components/ui/link'
import { isUlid } from '@/lib/console/typed-text'
import { serviceText } from '@/lib/service'
import { ConsoleCopyButton } from './copy-button'

const charactersAtEnd = 6
const maxUnwrappedLength = 16
const maxUnabbreviatedLength = 20

/** Only the ends of a long one are visible, or the end of a ULID; search, selection and screen readers have it in full. */
export function Identifier({
  value,
  what,
  isWhole = false,
  href,
}: {
  value: string
  /** For the copy button. Without it, there is none. */
  what?: string | undefined
  isWhole?: boolean
  href?: Route | undefined
}) {
  const shown = serviceText(value) ?? ''
  const wrap = shown.length > maxUnwrappedLength ? 'min-w-0 break-words' : 'whitespace-nowrap'
  const isShort = isWhole || shown.length <= maxUnabbreviatedLength
  const text = isShort ? (
    // A short one must not wrap, because a table would make its column one letter wide.
    <span className={`in-[a:hover]:underline ${isWhole ? 'min-w-0 break-all' : wrap}`}>{shown}</span>
  ) : (
    // With a border, because the line of a text would break at the hidden part.
    <span className="relative -mb-px border-b border-transparent in-[a:hover]:border-current" title={shown}>
      {/* A screen reader would read the two parts with a gap. */}
      <span className="sr-only select-none">{shown}</span>
      {/* CSS hides the start or the middle, so that a selection has the full text. */}
      <span aria-hidden className="inline-flex text-nowrap">
        <span className={`overflow-hidden ${isUlid(shown) ? 'w-0' : 'w-[6ch]'}`}>
          {shown.slice(0, -charactersAtEnd)}
        </span>
        <span className="before:content-['…']">{shown.slice(-charactersAtEnd)}</span>
      </span>
    </span>
  )
  return (
    <span className="inline-flex items-center gap-1 font-mono">
      {href === undefined ? (
        text
      ) : (
        // Not prefetched, because the page behind it calls the service.
        <Link
          href={href}
          className="inline-flex min-h-6 min-w-0 items-center text-accent no-underline! hover:text-accent-strong"
        >
          {text}
        </Link>
      )}
      {what !== undefined && shown !== '' && <ConsoleCopyButton text={value} what={what} />}
    </span>
  )
}
