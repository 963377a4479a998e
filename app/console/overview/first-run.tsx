import type { ReactNode } from 'react'
import { Section } from '@/components/console/console-page'
import { Identifier } from '@/components/console/identifier'
import { TextLink } from '@/components/console/links'
import { checkIcon } from '@/components/console/icons'
import { Joined } from '@/components/console/joined'
import { Icon } from '@/components/ui/icon'
import { config } from '@/lib/config'
import { consoleTexts } from '@/lib/skin/texts'
import type { FirstSteps } from './overview-data'

/** What to do before the first press. The next step has the weight. */
export function FirstRun({ done }: { done: FirstSteps }) {
  const t = consoleTexts()
  const { app, service } = config()
  const links: Record<keyof FirstSteps, ReactNode> = {
    url: <Identifier value={`${app.origin}/connect`} what={t('setup.connectUrl.copy')} isWhole />,
    key: <TextLink href="/console/setup#key">{t('overview.firstRun.key.link')}</TextLink>,
    support: <TextLink href="/console/setup#support">{t('overview.firstRun.support.link')}</TextLink>,
    upload: <TextLink href="/console/uploads">{t('overview.firstRun.upload.link')}</TextLink>,
    connect: <a href={service.profileUrl}>{t('overview.firstRun.connect.link')}</a>,
  }
  const names = Object.keys(links) as (keyof FirstSteps)[]
  const next = names.find((name) => !done[name])
  return (
    <Section title={t('overview.firstRun.title')}>
      <Joined isOpen={next !== undefined}>
        {names.map((name) => (
          <li key={name} data-done={done[name] || undefined}>
            <span className="joint">{done[name] && <Icon path={checkIcon} className="size-3" />}</span>
            <span className={name === next ? 'font-semibold' : 'font-medium'}>
              {t(`overview.firstRun.${name}.title`)}
            </span>
            <span className="flex min-h-6 items-center">
              {done[name] ? <span className="text-muted">{t('overview.firstRun.done')}</span> : links[name]}
            </span>
          </li>
        ))}
      </Joined>
    </Section>
  )
}
