import { Detail, Details } from '@/components/console/shared/details'
import { nameVariables, openNames } from '@/lib/console/shared/open-names'
import { consoleTexts } from '@/lib/skin/texts'
import type { ServiceNames } from '@/lib/service'

/** The names that the interface leaves open, as this deployment sets them. */
export function OpenNames({ names }: { names: ServiceNames }) {
  const t = consoleTexts()
  return (
    <Details>
      {openNames.map((name) => (
        <Detail key={name} name={t(`overview.names.meaning.${name}`)}>
          <code className="break-all">{names[name]}</code>{' '}
          <span className="text-sm text-muted">{t('overview.names.setBy', { variable: nameVariables[name] })}</span>
          {name === 'signature' && <p className="text-sm text-muted">{t('overview.names.unchecked')}</p>}
        </Detail>
      ))}
    </Details>
  )
}
