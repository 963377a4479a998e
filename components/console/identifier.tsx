import { CopyButton } from '@/components/console/copy-button'
import { serviceText } from '@/lib/service-text'

const charactersAtEnd = 6
const longestWhole = 16

/**
 * An identifier or an address. A long one is shown by its beginning and its end; the whole of it is in
 * the page, for search, selection and screen readers, and is what the button copies.
 *
 * @param what - what it is, for the name of the copy button: `task run ID`.
 * @param isWhole - shows all of it, where there is room.
 */
export function Identifier({ value, what, isWhole = false }: { value: string; what: string; isWhole?: boolean }) {
  const shown = serviceText(value) ?? ''
  const isShort = isWhole || shown.length <= longestWhole
  return (
    <span className="inline-flex items-center gap-1 font-mono text-sm">
      {isShort ? (
        // Only a long one may break: a table would make the column of short ones a letter wide.
        <span className={isWhole ? 'min-w-0 break-all' : 'whitespace-nowrap'}>{shown}</span>
      ) : (
        <span className="whitespace-nowrap" title={shown}>
          {/* Inline, and cut by the browser: so a selection has no gap in the middle. */}
          <span className="inline-block max-w-[7.5ch] truncate align-bottom">{shown.slice(0, -charactersAtEnd)}</span>
          {shown.slice(-charactersAtEnd)}
        </span>
      )}
      {shown !== '' && <CopyButton text={value} what={what} />}
    </span>
  )
}
