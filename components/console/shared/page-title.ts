import 'server-only'
import { consoleTexts } from '@/lib/skin/texts'

/**
 * Returns the title of a page, for its metadata. A screen reader reads it first, and it distinguishes tabs.
 *
 * @param title - the content of the page, with its main filters.
 * @param options.page - the page of its list, from 1.
 * @param options.hasError - whether a field of the page is invalid.
 */
export function pageTitle(title: string, { page = 1, hasError = false } = {}): string {
  const t = consoleTexts()
  const withPage = page === 1 ? title : t('shared.titles.page', { title, page })
  return hasError ? t('shared.titles.error', { title: withPage }) : withPage
}
