import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { connection } from 'next/server'
import { ConsolePage, Section } from '@/components/console/console-page'
import { EmptyState } from '@/components/console/notices'
import { Identifier } from '@/components/console/identifier'
import { TextLink } from '@/components/console/links'
import { NotStarted } from '@/components/console/walk-progress'
import { requireViewer } from '@/lib/auth/user'
import { mayLookUp } from '@/lib/console/from-elsewhere'
import { pageUrl } from '@/lib/console/page-url'
import { readSearchText } from '@/lib/console/query'
import { typedId } from '@/lib/console/typed-text'
import { consoleTexts } from '@/lib/skin/texts'
import { balancesWith, lookUp, placesOf, type Place } from './places'

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
  const { q } = searchParams
  const text = readSearchText(q)
  const isTooLong = text === null && typeof q === 'string' && typedId(q) !== ''
  const isLookedUp = text !== null && (await mayLookUp(user, { search: text }))
  const places = isLookedUp ? placesOf(text, await lookUp(text)) : []
  const [place, ...others] = places
  if (place && others.length === 0) redirect(place.url)
  return (
    <ConsolePage title={t('searchPage.title')} intro={t('searchPage.info')}>
      {text === null && <EmptyState title={isTooLong ? t('searchPage.tooLong') : t('searchPage.empty')} />}
      {text !== null && !isLookedUp && (
        <NotStarted what="lookUp" path="/console/search" searchParams={searchParams} text={text} />
      )}
      {isLookedUp && (place ? <SearchPlaces text={text} places={places} /> : <NothingFound text={text} />)}
    </ConsolePage>
  )
}

/** The links to everything that a text can name. */
function SearchPlaces({ text, places }: { text: string; places: readonly Place[] }) {
  const t = consoleTexts()
  return (
    <Section title={t('searchPage.several.title')}>
      <p>
        <Identifier value={text} what={t('searchPage.copy')} isWhole />
      </p>
      <p>{t('searchPage.several.text')}</p>
      <ul className="grid gap-1">
        {places.map(({ kind, url }) => (
          <li key={kind}>
            <TextLink href={url}>{t(`searchPage.places.${kind}`)}</TextLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Advice for a text that matches nothing. */
function NothingFound({ text }: { text: string }) {
  const t = consoleTexts()
  const balances = balancesWith(text)
  return (
    <EmptyState title={t('searchPage.nothing.title')}>
      <p>
        <Identifier value={text} what={t('searchPage.copy')} isWhole />
      </p>
      <p>{t('searchPage.nothing.try')}</p>
      <ul className="grid list-disc gap-1 ps-5">
        {(['whole', 'pending', 'code', 'users'] as const).map((advice) => (
          <li key={advice}>{t(`searchPage.nothing.${advice}`)}</li>
        ))}
        {balances !== null && (
          <li>
            <TextLink href={balances}>{t('searchPage.places.balance')}</TextLink>
          </li>
        )}
      </ul>
    </EmptyState>
  )
}
