import type { Route } from 'next'
import { buttonClasses } from '@/components/ui/button'
import { addressWith, type PageSearch } from '@/lib/console/address'
import { consoleMessages } from '@/lib/messages/console'

const { export: label, exportFormat, exportLabel } = consoleMessages.table

/**
 * The links that download all rows, of all pages.
 *
 * They are without `download`, which would hide the words of a failed export behind "no file".
 *
 * @param path - the route handler that answers with `exportResponse`.
 * @param search - what filters the rows, if anything does.
 */
export function ExportLinks({ path, search }: { path: Route; search?: PageSearch }) {
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm">
      <span className="text-muted">{label}</span>
      {(['csv', 'json'] as const).map((format) => (
        <a
          key={format}
          href={addressWith(path, search, { format })}
          aria-label={exportLabel[format]}
          className={buttonClasses('secondary')}
        >
          {exportFormat[format]}
        </a>
      ))}
    </p>
  )
}
