import { Badge } from '@/components/console/shared/badge'
import { Identifier } from '@/components/console/shared/identifier'
import { checkConnectUrl } from '@/lib/console/shared/connect-url'
import { consoleTexts } from '@/lib/skin/texts'

/** The URL to register at the service, and whether it follows the interface's rules. */
export function ConnectUrl({ url }: { url: string }) {
  const t = consoleTexts()
  const rules = checkConnectUrl(url)
  return (
    <>
      <p className="text-muted">{t('overview.connectUrl.text')}</p>
      <p>
        <Identifier value={url} what={t('overview.connectUrl.copy')} isWhole />
      </p>
      <ul className="grid gap-2">
        {rules.map(({ rule, isMet }) => (
          <li key={rule} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={isMet ? 'success' : 'danger'}>
              {isMet ? t('overview.connectUrl.met') : t('overview.connectUrl.broken')}
            </Badge>
            {t(`overview.connectUrl.rules.${rule}`)}
          </li>
        ))}
      </ul>
      {rules.some(({ isMet }) => !isMet) && <p>{t('overview.connectUrl.fix')}</p>}
    </>
  )
}
