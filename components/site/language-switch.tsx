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
                href={`/language/${language}`}
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
