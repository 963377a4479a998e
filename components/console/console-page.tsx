import 'server-only'
import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { consoleView } from '@/lib/console/view'
import { TimesProvider } from './time'
import { consoleTexts } from '@/lib/skin/texts'

export async function ConsolePage({
  title,
  count,
  intro,
  tabs,
  actions,
  children,
}: {
  title: ReactNode
  count?: ReactNode
  intro?: ReactNode
  tabs?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}) {
  const { timeZone } = await consoleView()
  return (
    <TimesProvider timeZone={timeZone} now={new Date().toISOString()}>
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="min-w-0 wrap-anywhere max-md:text-xl">{title}</h1>
        {tabs && <div className="tabs max-md:order-1">{tabs}</div>}
        {count !== undefined && (
          <p
            className={classNames(
              'min-w-0 text-muted tabular-nums wrap-anywhere empty:hidden has-[>span:empty]:hidden',
              Boolean(tabs) && 'text-sm md:border-s md:border-control-line md:ps-3',
            )}
          >
            {count}
          </p>
        )}
        {intro && (
          <div className="min-w-0 grow basis-96 text-sm text-muted max-md:order-1 max-md:basis-full max-md:text-xs">
            {intro}
          </div>
        )}
        {actions && <div className={classNames(actionClasses, tabs ? 'max-md:*:order-1!' : undefined)}>{actions}</div>}
      </div>
      {children}
    </TimesProvider>
  )
}

/** On a phone, Export, the last menu, stays beside the title as an icon. */
const actionClasses = classNames(
  'ms-auto flex max-w-full flex-wrap items-center gap-2 max-md:contents max-md:[&>*]:order-1',
  'max-md:[&>.menu:last-child]:order-none max-md:[&>.menu:last-child]:ms-auto max-md:[&>.menu:last-child>button>.icon+span]:sr-only',
)

/** `label` names a section without a heading. */
export function Section({ title, label, children }: { title?: ReactNode; label?: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] gap-3 rounded-skin border border-line bg-surface p-3 sm:p-4"
    >
      {title && <h2 className="font-semibold wrap-anywhere">{title}</h2>}
      {children}
    </section>
  )
}

export function pageTitle(title: string, { page = 1, hasError = false } = {}): string {
  const t = consoleTexts()
  const withPage = page === 1 ? title : t('shared.titles.page', { title, page })
  return hasError ? t('shared.titles.error', { title: withPage }) : withPage
}
