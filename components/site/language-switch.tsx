import { Icon, languageIcon, moreIcon } from '@/components/ui/icon'
import { directionOf, languageName } from '@/lib/messages/language'

/** The available languages, each by its own name. Empty if there is only one. */
export function LanguageSwitch({
  label,
  current,
  offered,
}: {
  label: string
  current: string
  offered: readonly string[]
}) {
  if (offered.length < 2) return null
  return (
    <nav aria-label={label}>
      <details>
        <summary>
          <Icon path={languageIcon} className="size-4" />
          <span lang={current}>{languageName(current)}</span>
          <Icon path={moreIcon} className="size-4" />
        </summary>
        <ul className="links" dangerouslySetInnerHTML={{ __html: linksTo(offered, current) }} />
      </details>
    </nav>
  )
}

/**
 * Returns the links as HTML. As elements, they would be a fifth of the connect page, which React renders twice for each
 * request. A BCP 47 tag and the name of a language contain no characters that HTML needs escaped.
 */
function linksTo(languages: readonly string[], current: string): string {
  const links = languages.map((language) => {
    const direction = directionOf(language) === directionOf(current) ? '' : ` dir="${directionOf(language)}"`
    const mark = language === current ? ' aria-current="true"' : ''
    return `<li><a href="/language/${language}" lang="${language}"${direction}${mark}>${languageName(language)}</a></li>`
  })
  return links.join('')
}
