import type { Route } from 'next'
import { Note } from '@/components/console/shared/note'
import { TextLink } from '@/components/console/shared/text-link'
import { consoleTexts } from '@/lib/skin/texts'

/** Remarks about a list that was not read completely or changed meanwhile. Empty if nothing is missing. */
export function Notes({
  extent: { searched, total, isWhole, hasChanged },
  nextPage,
}: {
  extent: { searched: number; total: number; isWhole: boolean; hasChanged: boolean }
  /** The page that reads the whole list, if there is one. */
  nextPage?: { url: Route; text: string }
}) {
  const t = consoleTexts()
  if (isWhole && !hasChanged) return null
  return (
    <Note>
      <span>{isWhole ? t('users.changed') : t('users.cut', { searched, total })}</span>
      {nextPage && <TextLink href={nextPage.url}>{nextPage.text}</TextLink>}
    </Note>
  )
}
