import { classNames } from '@/components/ui/class-names'
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
        <ul aria-label={label} className="flex flex-wrap gap-x-4">
          {offered.map((language) => (
            <li key={language}>
              <a
                href={`/language/${language}`}
                lang={language}
                dir={directionOf(language)}
                hrefLang={language}
                rel="nofollow"
                aria-current={language === current ? 'true' : undefined}
                className={classNames(
                  'inline-flex min-h-9 items-center underline-offset-2 hover:underline',
                  language === current ? 'font-semibold text-text' : 'text-accent',
                )}
              >
                {languageName(language)}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </footer>
  )
}
