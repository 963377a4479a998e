import { Icon, languageIcon, moreIcon } from '@/components/ui/icon'
import { directionOf, languageName } from '@/lib/messages/language'

/** The languages that there are, each by its own name. Nothing is shown where there is one. */
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
    <footer data-language-switch className="mx-auto max-w-md px-5 py-4 text-sm">
      <details>
        <summary className="inline-flex min-h-6 cursor-pointer items-center gap-1 text-muted hover:text-text">
          <Icon path={languageIcon} className="size-4" />
          <span className="sr-only">{label}: </span>
          <span lang={current}>{languageName(current)}</span>
          <Icon path={moreIcon} className="size-4" />
        </summary>
        <div className="languages flex flex-wrap gap-x-4">
          {offered.map((language) => (
            <a
              key={language}
              href={`/language/${language}`}
              lang={language}
              {...(directionOf(language) !== directionOf(current) && { dir: directionOf(language) })}
              {...(language === current && { 'aria-current': true })}
            >
              {languageName(language)}
            </a>
          ))}
        </div>
      </details>
    </footer>
  )
}
