import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { connection } from 'next/server'
import { NothingFound, SearchPlaces } from '@/components/console/search/places'
import { ConsolePage } from '@/components/console/shared/console-page'
import { EmptyState } from '@/components/console/shared/empty-state'
import { NotStarted } from '@/components/console/shared/walk-progress'
import { requireViewer } from '@/lib/auth/user'
import { lookUp } from '@/lib/console/search/look-up'
import { placesOf } from '@/lib/console/search/places'
import { mayLookUp } from '@/lib/console/shared/from-elsewhere'
import { pageUrl } from '@/lib/console/shared/page-url'
import { readSearchText } from '@/lib/console/shared/search-text'
import { typedId } from '@/lib/console/shared/typed-id'
import { consoleTexts } from '@/lib/skin/texts'

export async function generateMetadata(props: PageProps<'/console/search'>): Promise<Metadata> {
  await connection()
  const t = consoleTexts()
  const text = readSearchText((await props.searchParams)['q'])
  return { title: text === null ? t('searchPage.title') : t('searchPage.titleOf', { text }) }
}

/** Takes you to the record that matches an ID, a wallet address or a code, or lists all possible matches. */
export default async function SearchPage(props: PageProps<'/console/search'>) {
  const searchParams = await props.searchParams
  const user = await requireViewer(pageUrl('/console/search', searchParams))
  const t = consoleTexts()
  const text = readSearchText(searchParams.q)
  if (text === null) {
    const isTooLong = typeof searchParams.q === 'string' && typedId(searchParams.q) !== ''
    return (
      <ConsolePage title={t('searchPage.title')} intro={t('searchPage.info')}>
        <EmptyState title={isTooLong ? t('searchPage.tooLong') : t('searchPage.empty')} />
      </ConsolePage>
    )
  }
  const found = (await mayLookUp(user, { search: text })) ? placesOf(text, await lookUp(text)) : null
  if (found?.kind === 'one') redirect(found.place.url)
  return (
    <ConsolePage title={t('searchPage.title')} intro={t('searchPage.info')}>
      {!found && <NotStarted what="lookUp" path="/console/search" searchParams={searchParams} text={text} />}
      {found?.kind === 'several' && <SearchPlaces text={text} places={found.places} />}
      {found?.kind === 'nothing' && <NothingFound text={text} />}
    </ConsolePage>
  )
}
