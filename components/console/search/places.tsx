import { Section } from '@/components/console/shared/console-page'
import { EmptyState } from '@/components/console/shared/empty-state'
import { Identifier } from '@/components/console/shared/identifier'
import { TextLink } from '@/components/console/shared/text-link'
import { balancesWith, type Place } from '@/lib/console/search/places'
import { consoleTexts } from '@/lib/skin/texts'

/** The links to everything that a text can name. */
export function SearchPlaces({ text, places }: { text: string; places: readonly Place[] }) {
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
export function NothingFound({ text }: { text: string }) {
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
