import 'server-only'
import { consoleTexts } from '@/lib/skin/texts'

/**
 * The title of a page, for its metadata: a screen reader says it first, and tabs are told apart by it.
 *
 * @param title - what the page shows, with the filters that matter.
 * @param options.page - the page of its list, from 1.
 * @param options.hasError - whether a field of the page is wrong.
 */
export function pageTitle(title: string, { page = 1, hasError = false } = {}): string {
  const t = consoleTexts()
  const withPage = page === 1 ? title : t('shared.titles.page', { title, page })
  return hasError ? t('shared.titles.error', { title: withPage }) : withPage
}
