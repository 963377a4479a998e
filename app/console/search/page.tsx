import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { connection } from 'next/server'
import { ConsolePage } from '@/components/console/console-page'
import { Identifier } from '@/components/console/identifier'
import { EmptyState, ServiceProblem } from '@/components/console/notices'
import { NotStarted, WalkNotes, WalkProgress } from '@/components/console/walk-progress'
import { buttonClasses } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { requireViewer } from '@/lib/auth/user'
import { mayLookUp } from '@/lib/console/from-elsewhere'
import { oneUrl, pageUrl } from '@/lib/console/page-url'
import { readSearchText } from '@/lib/console/query'
import { isUlid, typedId } from '@/lib/console/typed-text'
import * as en from '@/lib/messages/console/en'
import { serviceText } from '@/lib/service'
import { searchForm } from '@/lib/format'
import { consoleTexts } from '@/lib/skin/texts'
import { maxShown, search, type Hit } from './find'

const path = '/console/search'
const code = /^[0-9A-HJKMNP-TV-Z]{10}$/

export async function generateMetadata(props: PageProps<'/console/search'>): Promise<Metadata> {
  await connection()
  const t = consoleTexts()
  const text = readSearchText((await props.searchParams)['q'])
  return { title: text === null ? t('searchPage.title') : t('searchPage.titleOf', { text }) }
}

export default async function SearchPage(props: PageProps<'/console/search'>) {
  const searchParams = await props.searchParams
  const user = await requireViewer(pageUrl(path, searchParams))
  const t = consoleTexts()
  const { q } = searchParams
  const text = readSearchText(q)
  if (text === null) {
    const isTooLong = typeof q === 'string' && typedId(q) !== ''
    return (
      <ConsolePage title={t('searchPage.title')}>
        <EmptyState title={isTooLong ? t('searchPage.tooLong') : t('searchPage.hint')} />
      </ConsolePage>
    )
  }
  const isLookedUp = await mayLookUp(user, { path, searchParams }, { search: text })
  const read = isLookedUp ? await search(text, searchParams['all'] !== undefined) : null
  const { hits = [], balances } = read?.kind === 'found' ? read : {}
  const [exact, ...others] = new Set(hits.filter(({ isExact }) => isExact).map(({ url }) => url))
  if (exact && others.length === 0) redirect(exact)
  // A code without a record may be in the log, as that page explains.
  if (read?.kind === 'found' && hits.length === 0 && code.test(text))
    redirect(pageUrl('/console/connects', { find: text }))
  const count = hits.length
  const values = { count, text: serviceText(text) ?? '' }
  const id = text.toUpperCase()
  return (
    <ConsolePage
      title={t('searchPage.title')}
      intro={count > 0 && <span className="wrap-anywhere max-sm:text-xs">{t('searchPage.found', values)}</span>}
    >
      {read === null && <NotStarted what="lookUp" path={path} searchParams={searchParams} text={text} />}
      {read?.kind === 'reading' && <WalkProgress progress={read} what={t('balances.what')} />}
      {read?.kind === 'found' && (
        <>
          {count === 0 && (
            <EmptyState title={t('searchPage.nothing', values)}>
              <p>{t('searchPage.hint')}</p>
            </EmptyState>
          )}
          <Hits hits={hits} text={text} />
          {!read.isAll && <p className="text-muted">{t('searchPage.partial')}</p>}
          {balances?.kind === 'failed' && <ServiceProblem problem={balances.problem} />}
          {balances?.kind === 'read' && <WalkNotes walk={balances} />}
          {/* The service can only be searched as a whole, which takes a press. */}
          <p className="flex flex-wrap gap-2">
            {balances?.kind !== 'read' && (
              <a href={pageUrl(path, { q: text, all: '1' })} className={buttonClasses('secondary')}>
                {t('searchPage.allBalances')}
              </a>
            )}
            {count === 0 && isUlid(id) && (
              <a href={oneUrl('conversions', id)} className={buttonClasses('secondary')}>
                {t('searchPage.allConversions')}
              </a>
            )}
          </p>
        </>
      )}
    </ConsolePage>
  )
}

function Hits({ hits, text }: { hits: readonly Hit[]; text: string }) {
  const t = consoleTexts()
  const groups = Object.keys(en.searchPage.groups) as Hit['group'][]
  return groups.map((group) => {
    const ofGroup = hits.filter((hit) => hit.group === group)
    if (ofGroup.length === 0) return null
    return (
      <section key={group} aria-labelledby={group} className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h2 id={group} className="font-semibold">
          {t(`searchPage.groups.${group}`)}
        </h2>
        <ul className="divide-y divide-line overflow-hidden rounded-skin border border-line bg-surface sm:grid sm:grid-cols-[minmax(12rem,1fr)_minmax(0,auto)_auto]">
          {ofGroup.slice(0, maxShown).map(({ url, name, id, detail, state }, index) => (
            <li
              key={`${url} ${index}`}
              className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-page sm:col-span-full [&_a_.font-mono]:font-bold sm:grid sm:grid-cols-subgrid"
            >
              <Link href={url} className={`${lookOf(name)} font-medium text-accent after:absolute after:inset-0`}>
                <Marked value={name} text={text} /> {id && <Identifier value={id} />}
              </Link>
              <span className={`${lookOf(detail)} text-muted max-sm:order-last max-sm:basis-full sm:last:col-span-2`}>
                <Marked value={detail} text={text} isWallet={group === 'users' && !isUlid(detail ?? '')} />
              </span>
              {state && (
                <span className="flex flex-wrap items-center justify-end gap-x-3 text-sm text-muted tabular-nums">
                  {state}
                </span>
              )}
            </li>
          ))}
        </ul>
        {ofGroup.length > maxShown && <p className="text-sm text-muted">{t('searchPage.more')}</p>}
      </section>
    )
  })
}

/** On a phone, a wallet address fits into one line. */
const lookOf = (text = '') =>
  /^\S{16,}$/.test(text) ? 'font-mono wrap-anywhere max-sm:text-xs!' : 'text-sm wrap-anywhere'

/** A wallet is short, and marked as a whole, because the part that matches may be hidden. */
function Marked({ value, text, isWallet }: { value: string | undefined; text: string; isWallet?: boolean }) {
  const shown = (serviceText(value) ?? '').normalize('NFC')
  // Pages shorten an address to its start and end.
  const [wanted = ''] = searchForm(text).split(/…|\.{3}/)
  const at = searchForm(shown).indexOf(wanted)
  const [start, end] = isWallet ? [0, shown.length] : [at, at + wanted.length]
  const marked = isWallet ? <Identifier value={shown} /> : shown.slice(start, end)
  if (at < 0) return isWallet ? marked : shown
  return (
    <>
      {shown.slice(0, start)}
      <mark className="bg-[orange]/42 font-semibold text-text">{marked}</mark>
      {shown.slice(end)}
    </>
  )
}
