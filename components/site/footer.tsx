import type { UserTexts } from '@/lib/messages/user-texts'
import { LanguageSwitch } from './language-switch'
import { SiteLinks, type SiteLink } from './site-links'

/** The footer of every page for users: help and the support code, the operator's links and the languages. */
export function SiteFooter({
  t,
  supportUrl,
  code,
  links,
  language,
  languages,
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
      <LanguageSwitch label={t.plain('language.label')} current={language} offered={languages} />
    </footer>
  )
}
