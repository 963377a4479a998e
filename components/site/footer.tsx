import type { UserTexts } from '@/lib/messages/user-texts'
import { LanguageSwitch } from './language-switch'
import { SiteLinks, type SiteLink } from './site-links'

/** Where users get help and by which code, the operator's links and the languages, at the end of every page for users. */
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
  /** The support code; undefined where support has nothing to find. */
  code?: string | undefined
  links: readonly SiteLink[]
  /** That of the page, as a BCP 47 tag. */
  language: string
  /** Those that users may have. */
  languages: readonly string[]
}) {
  return (
    <footer data-part="footer" className="mx-auto max-w-md px-5 py-4 text-sm">
      <SiteLinks links={[...(supportUrl === null ? [] : [{ label: t('support.help'), url: supportUrl }]), ...links]} />
      {code !== undefined && (
        <p className="text-muted wrap-anywhere">
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
