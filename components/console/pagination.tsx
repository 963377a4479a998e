import type { Route } from 'next'
import type { ReactNode } from 'react'
import { Announcement } from './announcement'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { pageUrl, type PageQuery } from '@/lib/console/page-url'
import type { ListPage } from '@/lib/console/read-list'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'

/** Before the table, for the keyboard. */
export function Pager({
  position,
  links,
  children,
}: {
  position: string
  links: readonly { text: string; url: Route | undefined }[]
  children?: ReactNode
}) {
  return (
    <nav
      aria-label={consoleTexts()('shared.pagination.label')}
      className={classNames(
        'pager flex h-10 items-center justify-between gap-x-4 text-sm',
        // Without other pages, it is only a count. On a phone, the links are at the end of the screen.
        'has-[a]:sticky has-[a]:top-(--bar-height) has-[a]:z-20 has-[a]:bg-page',
        'max-md:has-[a]:top-auto max-md:has-[a]:bottom-0 max-md:has-[a]:order-1 max-md:has-[a]:h-auto max-md:has-[a]:min-h-11 max-md:has-[a]:flex-wrap max-md:has-[a]:border-t max-md:has-[a]:border-line max-md:has-[a]:py-1',
      )}
    >
      <p className={classNames('text-muted tabular-nums', !children && 'min-w-0 truncate')}>{position}</p>
      <ul className="flex">
        {links.map(({ text, url }) => (
          <li key={text} aria-hidden={!url || undefined}>
            {url ? (
              <Link href={url} scroll={false}>
                {text}
              </Link>
            ) : (
              <span className="text-muted">{text}</span>
            )}
          </li>
        ))}
      </ul>
      {children}
    </nav>
  )
}

export function NumberedPager({
  path,
  searchParams,
  read: { page, limit, total },
  sizes,
  children,
}: PageQuery & {
  read: Pick<ListPage<never>, 'page' | 'limit' | 'total'>
  sizes: readonly number[]
  children: ReactNode
}) {
  const t = consoleTexts()
  const pages = Math.max(Math.ceil(total / limit), 1)
  const toPage = (number: number) => pageUrl(path, searchParams, { page: number === 1 ? undefined : number })
  const from = (page - 1) * limit + 1
  const range = t('shared.pagination.range', { from, to: Math.min(page * limit, total), total })
  const position =
    from > total
      ? t('shared.pagination.beyond', { page, total })
      : `${range} · ${t('shared.pagination.position', { page, pages })}`
  return (
    <Pager
      position={position}
      links={[
        { text: t('shared.pagination.previous'), url: page > 1 ? toPage(Math.min(page - 1, pages)) : undefined },
        { text: t('shared.pagination.next'), url: page < pages ? toPage(page + 1) : undefined },
      ]}
    >
      <Announcement text={position} />
      {children}
      {/* A phone only has room for the most used controls. */}
      <div className="flex items-center gap-x-2 max-md:hidden md:ms-auto">
        <p id="page-size" className="text-muted max-lg:sr-only">
          {t('shared.pagination.sizeLabel')}
        </p>
        <ul aria-labelledby="page-size" className="flex">
          {sizes.map((size) => (
            <li key={size}>
              {/* Back to the first page, because the other pages now begin at other rows. */}
              <Link
                href={pageUrl(path, searchParams, { rows: size, page: undefined })}
                scroll={false}
                aria-current={size === limit || undefined}
              >
                {consoleFormats().count(size)}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </Pager>
  )
}
