import type { Route } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { addressWith, type PageSearch } from '@/lib/console/address'
import { pageSizes } from '@/lib/console/page-query'
import { formatCount } from '@/lib/format'
import { consoleMessages } from '@/lib/messages/console'

const messages = consoleMessages.pagination

/**
 * The ways to a table's other pages, and to another number of rows a page. All are links: the state is
 * in the address, so Back works, and so it does without scripts.
 *
 * @param search - the page's query; what it has besides `page` and `rows` is kept.
 * @param page - the page that is shown, and `limit` its size, as the service says.
 * @param sizes - the numbers of rows to choose from.
 */
export function Pagination({
  path,
  search,
  page,
  limit,
  total,
  sizes = pageSizes,
}: {
  path: Route
  search: PageSearch
  page: number
  limit: number
  total: number
  sizes?: readonly number[]
}) {
  const lastPage = Math.max(Math.ceil(total / limit), 1)
  const toPage = (number: number) => addressWith(path, search, { page: number === 1 ? undefined : number })
  const first = (page - 1) * limit + 1
  return (
    <nav aria-label={messages.label} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 text-sm">
      <p className="text-muted tabular-nums">
        {first > total
          ? messages.beyond(page, total)
          : `${messages.range(first, Math.min(page * limit, total), total)} · ${messages.position(page, lastPage)}`}
      </p>
      <ul className="flex flex-wrap gap-1">
        <Step address={page > 1 && toPage(1)}>{messages.first}</Step>
        <Step address={page > 1 && toPage(Math.min(page - 1, lastPage))}>{messages.previous}</Step>
        <Step address={page < lastPage && toPage(page + 1)}>{messages.next}</Step>
        <Step address={page !== lastPage && toPage(lastPage)}>{messages.last}</Step>
      </ul>
      <div className="flex flex-wrap items-center gap-x-2">
        <p id="page-size" className="text-muted">
          {messages.sizeLabel}
        </p>
        <ul aria-labelledby="page-size" className="flex gap-1">
          {sizes.map((size) => (
            <Step
              key={size}
              // The first page again, since the others begin elsewhere now.
              address={addressWith(path, search, { rows: size, page: undefined })}
              isCurrent={size === limit}
            >
              {formatCount(size)}
            </Step>
          ))}
        </ul>
      </div>
    </nav>
  )
}

/** A link, or plain text where there is nowhere to go. */
function Step({
  address,
  isCurrent = false,
  children,
}: {
  address: Route | false
  isCurrent?: boolean
  children: ReactNode
}) {
  const box = 'inline-flex min-h-9 min-w-9 items-center justify-center rounded-skin px-2'
  return (
    <li>
      {address === false ? (
        <span aria-hidden="true" className={classNames(box, 'text-muted')}>
          {children}
        </span>
      ) : (
        <Link
          href={address}
          prefetch={false}
          aria-current={isCurrent || undefined}
          className={classNames(
            box,
            isCurrent ? 'border border-accent font-semibold text-accent' : 'text-accent underline underline-offset-2',
          )}
        >
          {children}
        </Link>
      )}
    </li>
  )
}
