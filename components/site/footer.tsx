import { Icon, languageIcon, moreIcon } from '@/components/ui/icon'
import { directionOf, languageName } from '@/lib/messages/language'
import type { UserTexts } from '@/lib/messages/user-texts'
import { SiteLinks, type SiteLink } from './site-links'

/** The footer of every page for users: help and the support code, the operator's links and the languages. */
export function SiteFooter({
  t,
  supportUrl,
  code,
  links,
  language,
  languages,
  page,
}: {
  t: UserTexts
  supportUrl: string | null
  /** The support code, or undefined if there is nothing to find in the log. */
  code?: string | undefined
  links: readonly SiteLink[]
  /** The language of the page, a BCP 47 tag. */
  language: string
  /** The languages that users can choose. */
  languages: readonly string[]
  /** The path and query of the page to show in another language. */
  page: string
}) {
  return (
    <footer
      data-part="footer"
      className="flex grow flex-col px-[max(1.25rem,50%-13.75rem)] py-3 text-sm max-sm:bg-surface"
    >
      <SiteLinks links={[...(supportUrl === null ? [] : [{ label: t('support.help'), url: supportUrl }]), ...links]} />
      {code !== undefined && (
        <p data-code className="text-muted wrap-anywhere">
          {t('support.code')}{' '}
          <bdi dir="ltr" className="font-mono select-all">
            {code}
          </bdi>
        </p>
      )}
      <LanguageSwitch label={t.plain('language.label')} current={language} offered={languages} page={page} />
    </footer>
  )
}

/** The available languages, each by its own name. Empty if there is only one. */
function LanguageSwitch({
  label,
  current,
  offered,
  page,
}: Record<'label' | 'current' | 'page', string> & { offered: readonly string[] }) {
  if (offered.length < 2) return null
  return (
    <nav aria-label={label} className="mt-auto">
      <details>
        <summary>
          <Icon path={languageIcon} className="size-4" />
          <span lang={current}>{languageName(current)}</span>
          <Icon path={moreIcon} className="size-4" />
        </summary>
        <ul className="links">
          {offered.map((language) => (
            <li key={language}>
              <a
                href={`/language/${language}?${new URLSearchParams({ page })}`}
                lang={language}
                {...(directionOf(language) !== directionOf(current) && { dir: directionOf(language) })}
                {...(language === current && { 'aria-current': true })}
              >
                {languageName(language)}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  )
}
