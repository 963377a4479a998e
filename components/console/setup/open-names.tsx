import { Badge, type BadgeTone } from '@/components/console/shared/badge'
import { Detail, Details } from '@/components/console/shared/details'
import type { CheckedName } from '@/lib/console/shared/checked-names'
import type { Verdict } from '@/lib/console/shared/verdict'
import { nameVariables, openNames } from '@/lib/console/shared/open-names'
import { consoleTexts } from '@/lib/skin/texts'
import type { ServiceNames } from '@/lib/service'

const tones: Record<Verdict['state'], BadgeTone> = { holds: 'success', wrong: 'danger', unknown: 'neutral' }

/**
 * The names that the interface does not define, with their values in this deployment.
 *
 * @param checks - the results of the checks. Empty while the store is unavailable.
 */
export function OpenNames({ names, checks }: { names: ServiceNames; checks: readonly CheckedName[] }) {
  const t = consoleTexts()
  return (
    <Details>
      {openNames.map((name) => {
        const variable = nameVariables[name]
        const check = checks.find((each) => each.variable === variable)
        return (
          <Detail key={name} name={t(`overview.names.meaning.${name}`)}>
            <code className="break-all">{names[name]}</code>{' '}
            <span className="text-sm text-muted">{t('overview.names.setBy', { variable })}</span>{' '}
            {check && (
              <Badge tone={check.verdict ? tones[check.verdict.state] : 'neutral'}>
                {t(`setup.nameStates.${check.verdict?.state ?? 'never'}`)}
              </Badge>
            )}
            {check?.verdict && (
              <p lang="en" className="text-sm text-muted">
                {`${check.verdict.what} ${check.verdict.todo ?? ''}`}
              </p>
            )}
            {name === 'signature' && <p className="text-sm text-muted">{t('overview.names.unchecked')}</p>}
          </Detail>
        )
      })}
    </Details>
  )
}
