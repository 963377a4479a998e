import type { ReactNode } from 'react'
import { Section } from '@/components/console/console-page'
import { Identifier } from '@/components/console/identifier'
import { TextLink } from '@/components/console/links'
import { checkIcon } from '@/components/console/icons'
import { MarkIcon } from '@/components/site/marks'
import { Icon } from '@/components/ui/icon'
import { config } from '@/lib/config'
import { brand, iconUrl, skinUrl } from '@/lib/skin'
import { consoleLanguage, consoleTexts } from '@/lib/skin/texts'
import type { FirstSteps } from './overview-data'

/** What to do before the first press, in a line from the mark of the operator to that of the service. */
export function FirstRun({ done }: { done: FirstSteps }) {
  const t = consoleTexts()
  const { app, service } = config()
  const names = brand(consoleLanguage)
  const links: Record<keyof FirstSteps, ReactNode> = {
    url: <Identifier value={`${app.origin}/connect`} what={t('setup.connectUrl.copy')} isWhole />,
    key: <TextLink href="/console/setup#key">{t('overview.firstRun.key.link')}</TextLink>,
    support: <TextLink href="/console/setup#support">{t('overview.firstRun.support.link')}</TextLink>,
    upload: <TextLink href="/console/uploads">{t('overview.firstRun.upload.link')}</TextLink>,
    connect: <a href={service.profileUrl}>{t('overview.firstRun.connect.link')}</a>,
  }
  return (
    <Section title={t('overview.firstRun.title')}>
      <div className="joined">
        <Mark name={names.name} iconUrl={iconUrl()} look="bg-accent text-on-accent" />
        <ol>
          {(Object.keys(links) as (keyof FirstSteps)[]).map((name) => (
            <li key={name} data-done={done[name] || undefined}>
              <span className="joint">{done[name] && <Icon path={checkIcon} className="size-3" />}</span>
              <span className="font-medium">{t(`overview.firstRun.${name}.title`)}</span>
              {done[name] ? <span className="sr-only">{t('overview.firstRun.done')}</span> : links[name]}
            </li>
          ))}
        </ol>
        <Mark name={names.service} iconUrl={skinUrl('service.svg')} look="bg-text text-surface" />
      </div>
    </Section>
  )
}

const Mark = (props: { name: string; iconUrl: string | null; look: string }) => (
  <p className="flex items-center gap-3 font-semibold">
    <MarkIcon {...props} className="size-9 rounded-skin" />
    {props.name}
  </p>
)
